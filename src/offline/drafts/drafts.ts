import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { flushSync } from 'react-dom'
import { can } from '#contract/wire/access.ts'
import { onResume, whenRunning } from '#src/browser/page-life.ts'
import { newUuid } from '#src/offline/outbox/entry/uuid-v7.ts'
import { requestPersistence } from '#src/offline/query-storage/storage-life.ts'
import { reportTrouble } from '#src/offline/query-storage/storage-trouble.ts'
import type { Sealer } from '#src/seal/sealer.ts'
import { currentUser, onSessionChange, sealerOf, sessionState } from '#src/session/session.ts'
import { DraftBook, type DraftKind, type EarlierInput, type OpenDraft } from './draft-book.ts'
import { draftDatabaseName, type StoredDraft } from './draft-database.ts'
import { lazyDraftStore } from './lazy-draft-store.ts'

let openedBook: { readonly book: DraftBook; readonly close: () => void } | null = null
let isFollowing = false
const listeners = new Set<() => void>()
const NO_DRAFTS: readonly StoredDraft[] = []

const notifyListeners = (): void => {
  for (const listener of [...listeners]) listener()
}

function openBook(user: string, sealer: Sealer): NonNullable<typeof openedBook> {
  const channel = new BroadcastChannel(draftDatabaseName(user))
  const ended = new AbortController()
  const book = new DraftBook(user, {
    store: lazyDraftStore(user, sealer),
    locks: navigator.locks,
    isAllowed: (access) => {
      const now = currentUser()
      // Another user's permissions do not matter: input that is written while its user signs out is stored.
      return now === null || String(now.id) !== user || can(now, access)
    },
    now: () => Date.now(),
    newId: newUuid,
    after(ms, work) {
      const timer = setTimeout(work, ms)
      return () => clearTimeout(timer)
    },
    askToPersist: () => void requestPersistence(),
    notifyTabs: () => ended.signal.aborted || channel.postMessage('changed'),
    onTrouble: (error) => void reportTrouble(error),
  })
  channel.onmessage = () => whenRunning(() => void book.reload())
  const { signal } = ended
  const onVisibility = () => {
    if (document.visibilityState === 'hidden') book.flush()
    else void book.reload()
  }
  document.addEventListener('visibilitychange', onVisibility, { signal })
  addEventListener('pagehide', () => book.flush(), { signal })
  const unsubscribes = [book.offered.subscribe(notifyListeners), onResume(() => void book.reload())]
  void book.reload()
  return {
    book,
    close() {
      book.flush()
      for (const stop of unsubscribes) stop()
      ended.abort()
      channel.close()
    },
  }
}

/** The drafts of the signed-in user, after closing those of another user. Null when no one is signed in. */
function currentBook(): DraftBook | null {
  if (!isFollowing) onSessionChange(followSession)
  isFollowing = true
  const { state, user } = sessionState()
  const wanted = state === 'signed_in' && user !== null ? String(user.id) : null
  if (openedBook?.book.user !== wanted) {
    openedBook?.close()
    const sealer = wanted === null ? null : sealerOf(wanted)
    openedBook = wanted === null || sealer === null ? null : openBook(wanted, sealer)
  }
  return openedBook?.book ?? null
}

function followSession(): void {
  // The user may have lost permissions, and with them some of the offered drafts.
  void currentBook()?.reload()
  notifyListeners()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  currentBook()
  return () => listeners.delete(listener)
}

/** The user's drafts that are not open in a form, newest first. */
export function useDraftOffers(): readonly StoredDraft[] {
  return useSyncExternalStore(subscribe, () => openedBook?.book.offered.get() ?? NO_DRAFTS)
}

/** Stores a discarded draft again, while the user who discarded it is signed in. */
async function restoreIn(book: DraftBook | null, draft: StoredDraft): Promise<void> {
  if (book === currentBook()) await book?.restore(draft)
}

/**
 * Deletes a draft. Returns the function that restores it, while the same user is signed in. Null if it was not deleted,
 * because a form has it open.
 */
export async function discardDraft(draft: StoredDraft): Promise<(() => Promise<void>) | null> {
  const book = currentBook()
  if (!(await book?.discard(draft.id))) return null
  return () => restoreIn(book, draft)
}

export interface DraftControls<Value> {
  /** Input from an earlier draft, which the form continues. Null until it is read, or if none exists. */
  readonly earlierInput: EarlierInput<Value> | null
  /** Stores the form's value, so that a reload, a crash or an update does not lose it. */
  readonly storeInput: (value: Value) => void
  /** Stores it without the usual delay; resolves when it is on disk. */
  readonly storeInputNow: (value: Value) => Promise<void>
  /**
   * Stores what is not on disk yet. Resolves to the draft, to null if there is none. Rejects when the device can't store
   * it.
   */
  readonly keep: () => Promise<StoredDraft | null>
  /** Deletes the draft, after the form was saved or discarded. */
  readonly drop: () => Promise<void>
  /** Deletes the draft. Resolves to the function that stores it again, to null if there was none. */
  readonly discard: () => Promise<DiscardedDraft | null>
}

/** A draft that was discarded in its form. */
export interface DiscardedDraft {
  readonly draft: StoredDraft
  /** Stores it again, while the same user is signed in. */
  readonly restore: () => Promise<void>
}

/**
 * Stores the input of one form on the device while the user types. `key`: the record or subject of the form.
 */
export function useDraft<Value>(kind: DraftKind<Value>, key: string): DraftControls<Value> {
  const [earlierInput, setEarlierInput] = useState<EarlierInput<Value> | null>(null)
  const openDraft = useRef<OpenDraft<Value> | null>(null)
  useEffect(() => {
    const draft = currentBook()?.openForm(kind, key) ?? null
    openDraft.current = draft
    let isClosed = false
    // At once: a key that comes before the form shows the earlier input would be lost.
    void draft?.earlierInput.then((value) => isClosed || flushSync(() => setEarlierInput(() => value)))
    return () => {
      isClosed = true
      setEarlierInput(null)
      draft?.close()
    }
  }, [kind, key])
  return {
    earlierInput,
    storeInput: (value) => openDraft.current?.store(value),
    storeInputNow: async (value) => {
      openDraft.current?.store(value)
      await openDraft.current?.flush()
    },
    keep: async () => (await openDraft.current?.keep()) ?? null,
    drop: async () => openDraft.current?.drop(),
    discard: async () => {
      const book = currentBook()
      const draft = (await openDraft.current?.discard()) ?? null
      return draft && { draft, restore: () => restoreIn(book, draft) }
    },
  }
}
