import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { can } from '#contract/wire/access.ts'
import { onResume, whenRunning } from '#src/browser/page-life.ts'
import { newUuid } from '#src/offline/outbox/entry/uuid-v7.ts'
import { askForLongLife } from '#src/offline/query-storage/storage-life.ts'
import { tellTrouble } from '#src/offline/query-storage/storage-trouble.ts'
import type { Sealer } from '#src/seal/sealer.ts'
import { currentUser, onSessionChange, sealerOf, sessionState } from '#src/session/session.ts'
import { DraftBook, type DraftKind, type Typing } from './draft-book.ts'
import { draftsName, type StoredDraft } from './draft-database.ts'
import { lateDraftStore } from './late-draft-store.ts'

let open: { readonly book: DraftBook; readonly close: () => void } | null = null
let isFollowing = false
const listeners = new Set<() => void>()
const none: readonly StoredDraft[] = []

const tell = (): void => {
  for (const listener of [...listeners]) listener()
}

function openBook(user: string, sealer: Sealer): NonNullable<typeof open> {
  const channel = new BroadcastChannel(draftsName(user))
  const ended = new AbortController()
  const book = new DraftBook(user, {
    store: lateDraftStore(user, sealer),
    locks: navigator.locks,
    may: (access) => {
      const now = currentUser()
      // Of somebody else's permissions nothing follows for this person: what is written while they leave is kept.
      return now === null || String(now.id) !== user || can(now, access)
    },
    now: () => Date.now(),
    newId: newUuid,
    after(ms, work) {
      const timer = setTimeout(work, ms)
      return () => clearTimeout(timer)
    },
    askToPersist: () => void askForLongLife(),
    tellOthers: () => ended.signal.aborted || channel.postMessage('changed'),
    onTrouble: (error) => void tellTrouble(error),
  })
  channel.onmessage = () => whenRunning(() => void book.look())
  const { signal } = ended
  const onVisibility = () => {
    if (document.visibilityState === 'hidden') book.flush()
    else void book.look()
  }
  document.addEventListener('visibilitychange', onVisibility, { signal })
  addEventListener('pagehide', () => book.flush(), { signal })
  const stops = [book.offered.subscribe(tell), onResume(() => void book.look())]
  void book.look()
  return {
    book,
    close() {
      book.flush()
      for (const stop of stops) stop()
      ended.abort()
      channel.close()
    },
  }
}

/** The drafts of whoever is signed in; those of another person are closed first. Null when nobody is. */
function currentBook(): DraftBook | null {
  if (!isFollowing) onSessionChange(follow)
  isFollowing = true
  const { state, user } = sessionState()
  const wanted = state === 'signed_in' && user !== null ? String(user.id) : null
  if (open?.book.user !== wanted) {
    open?.close()
    const sealer = wanted === null ? null : sealerOf(wanted)
    open = wanted === null || sealer === null ? null : openBook(wanted, sealer)
  }
  return open?.book ?? null
}

function follow(): void {
  // Permissions may have gone, and with them what was offered.
  void currentBook()?.look()
  tell()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  currentBook()
  return () => listeners.delete(listener)
}

/** What this person typed and did not save, newest first, apart from what some form has open now. */
export function useDraftOffers(): readonly StoredDraft[] {
  return useSyncExternalStore(subscribe, () => open?.book.offered.get() ?? none)
}
/** Gives a draft up; answers how to have it back, as long as its person is here. */
export async function discardDraft(draft: StoredDraft): Promise<() => Promise<void>> {
  const book = currentBook()
  await book?.discard(draft.id)
  return async () => {
    if (book === currentBook()) await book?.restore(draft)
  }
}

export interface DraftOf<Value> {
  /** What was typed here before and not saved; the form goes on from it. Null until that is known, or when nothing was. */
  readonly before: Value | null
  /** Keeps what the form holds, so that a reload, a crash or an update loses none of it. */
  readonly keep: (value: Value) => void
  /** The same at once; resolves when it is on disk. */
  readonly keepNow: (value: Value) => Promise<void>
  /** The form was saved, or its input given up. */
  readonly drop: () => Promise<void>
}

/** Keeps the input of one form on the device while it is typed. `key`: what the form is about. */
export function useDraft<Value>(kind: DraftKind<Value>, key: string): DraftOf<Value> {
  const [before, setBefore] = useState<Value | null>(null)
  const typing = useRef<Typing<Value> | null>(null)
  useEffect(() => {
    const own = currentBook()?.begin(kind, key) ?? null
    typing.current = own
    let isClosed = false
    void own?.before.then((value) => isClosed || setBefore(() => value))
    return () => {
      isClosed = true
      own?.end()
    }
  }, [kind, key])
  return {
    before,
    keep: (value) => typing.current?.keep(value),
    keepNow: async (value) => {
      typing.current?.keep(value)
      await typing.current?.flush()
    },
    drop: async () => typing.current?.drop(),
  }
}
