import * as z from 'zod/mini'
import type { Access } from '#contract/wire/access.ts'
import type { Schema } from '#contract/wire/endpoint.ts'
import { isUnreachable } from '#src/api/api-error.ts'
import { holdMark } from '#src/browser/web-lock.ts'
import { type ObservableValue, observableValue } from '#src/session/observable-value.ts'
import { accessOf, isTooOld, type StoredDraft } from './draft-database.ts'
import type { DraftStore } from './draft-store.ts'

/** A form whose input is stored as a draft while the user types. */
export interface DraftKind<Value> {
  /** Stored with drafts for weeks: never reuse it for another form. */
  readonly name: string
  /** Raise it when `schema` can no longer read older values. Older drafts then stay, but no form opens them. */
  readonly version: number
  /**
   * Permission to use the form. A user who loses it loses the draft, which may contain data that only the form shows.
   */
  readonly access: Access
  /** Checks a value read from the device. A value may contain JSON, files (`Blob`) and bytes (`Uint8Array`). */
  readonly schema: Schema & { readonly _zod: { readonly output: Value } }
  /** Texts that describe the draft to the user. */
  readonly words: (value: Value) => StoredDraft['words']
  /**
   * The key of the form that a value belongs to, for kinds whose older versions stored drafts under other keys. A form
   * continues such a draft, and stores it under its own key from then on.
   */
  readonly keyOf?: (value: Value) => string
}

/** Input from an earlier draft, which a form continues. */
export interface EarlierInput<Value> {
  readonly value: Value
  /** When the user last changed it, in milliseconds since 1970. */
  readonly savedAt: number
}

export interface DraftPorts {
  readonly store: DraftStore
  readonly locks: LockManager | undefined
  /** Whether the user has a permission; true while another user or no user is known. */
  readonly isAllowed: (access: Access) => boolean
  readonly now: () => number
  readonly newId: () => string
  /** Runs `work` once after a delay. Returns the function that cancels it. */
  readonly after: (ms: number, work: () => void) => () => void
  /** Asks the browser not to evict this app's storage. Called after each draft that is written. */
  readonly askToPersist: () => void
  /** Tells the user's other tabs that the stored drafts have changed. */
  readonly notifyTabs: () => void
  /** Receives the error when a draft could not be written or read. */
  readonly onTrouble: (error: unknown) => void
}

/** The draft of an open form. */
export interface OpenDraft<Value> {
  /** Input from an earlier draft of this form, which this form continues; null if none exists. */
  readonly earlierInput: Promise<EarlierInput<Value> | null>
  /** Stores the form's value: on disk within 400 ms, or when the page hides. A frozen page writes when it resumes. */
  store(value: Value): void
  /** Resolves when the stored value is on disk; never rejects. */
  flush(): Promise<void>
  /**
   * Writes the draft for a form that is about to close. Resolves to the draft once it is on disk, to null if there is
   * none. Rejects when the device can't store it.
   */
  keep(): Promise<StoredDraft | null>
  /** Deletes the draft, after the form was saved or discarded. Typing again starts a new one. */
  drop(): Promise<void>
  /** The same; resolves to the deleted draft, to null if there was none. */
  discard(): Promise<StoredDraft | null>
  /** The form is closed. A stored draft stays and is offered again. */
  close(): void
}

/** A draft with its value as its form reads it. */
export interface ReadDraft<Value> {
  readonly draft: StoredDraft
  readonly value: Value
  /** The key of its form. */
  readonly key: string
}

/** Reads a draft; null if it belongs to another kind, or if this version can't read it. */
export function readDraft<Value>(
  { name, version, schema, keyOf }: DraftKind<Value>,
  draft: StoredDraft,
): ReadDraft<Value> | null {
  if (draft.kind !== name || draft.version !== version) return null
  const { success, data: value } = z.safeParse(schema, draft.value)
  return success ? { draft, value, key: keyOf?.(value) ?? draft.key } : null
}

/** Delay between the first unwritten keystroke and the write: typing without a pause also writes this often. */
const WRITE_DELAY_MS = 400

/** One user's drafts on this device, as one tab sees them. */
export class DraftBook {
  readonly user: string
  /** Drafts that are not open in any form of any tab, newest first. */
  readonly offered: ObservableValue<readonly StoredDraft[]> = observableValue<readonly StoredDraft[]>([])
  readonly #ports: DraftPorts
  readonly #openForms = new Set<OpenForm>()
  #reloading: Promise<void> | null = null
  #isStale = false

  constructor(user: string, ports: DraftPorts) {
    this.user = user
    this.#ports = ports
  }

  /** Reads the drafts from the device again. Calls during a reading share one more reading after it. Never rejects. */
  reload(): Promise<void> {
    const offered = this.offered.get()
    // Drafts that the user may no longer see leave the screen immediately, before anything is read.
    if (!offered.every((draft) => this.#maySee(draft))) this.offered.set(offered.filter((draft) => this.#maySee(draft)))
    this.#isStale = true
    this.#reloading ??= this.#reloadUntilFresh().finally(() => {
      this.#reloading = null
    })
    return this.#reloading
  }

  /** A form opens. `key`: the record or subject that the form is about. */
  openForm<Value>(kind: DraftKind<Value>, key: string): OpenDraft<Value> {
    const formDetails = { kind: kind.name, key, version: kind.version, access: kind.access }
    const form = new OpenForm(this.user, formDetails, this.#ports)
    this.#openForms.add(form)
    return {
      earlierInput: this.#takeOver(form, kind),
      store: (value) => form.store(value, kind.words(value)),
      flush: () => form.flush(),
      keep: () => form.keep(),
      drop: () => form.drop(),
      discard: () => form.discard(),
      close: () => {
        form.isClosed = true
        void form.flush().then(() => this.#closeForm(form))
      },
    }
  }

  /** Deletes a draft, unless a form of any tab has it open. Resolves to whether it did. */
  async discard(id: string): Promise<boolean> {
    const isOpen = await this.#opened()
    if (isOpen(id)) return false
    await this.#ports.store.remove(id).catch(this.#ports.onTrouble)
    this.#ports.notifyTabs()
    await this.reload()
    return true
  }

  /** Stores a discarded draft again, unless it is stored again already. Rejects when the device can't store it. */
  async restore(draft: StoredDraft): Promise<void> {
    if (!this.#maySee(draft)) return
    const isBack = (await this.#ports.store.all()).some(({ id }) => id === draft.id)
    if (!isBack) await this.#ports.store.prepare(draft)()
    this.#ports.notifyTabs()
    await this.reload()
  }

  /** Writes all input that is not on disk yet, because the page may be about to end. */
  flush(): void {
    for (const form of this.#openForms) void form.flush()
  }

  async #takeOver<Value>(form: OpenForm, kind: DraftKind<Value>): Promise<EarlierInput<Value> | null> {
    await this.reload()
    const found = this.offered.get().map((draft) => readDraft(kind, draft))
    const own = found.find((one) => one?.key === form.about.key)
    // If the user has typed in the form meanwhile, the earlier draft stays and is offered separately. Nothing is awaited
    // after this: a key in between would be lost when the form shows the earlier input.
    if (!own || !form.continueDraft(own.draft)) return null
    void this.reload()
    return { value: own.value, savedAt: own.draft.savedAt }
  }

  async #closeForm(form: OpenForm): Promise<void> {
    if (!this.#openForms.delete(form)) return
    await form.releaseLock()
    this.#ports.notifyTabs()
    await this.reload()
  }

  async #reloadUntilFresh(): Promise<void> {
    while (this.#isStale) {
      this.#isStale = false
      try {
        this.offered.set(await this.#listUnopened())
      } catch (error) {
        // The store's module did not load. Firefox, for example, stops loading it when the user leaves the page. The
        // next reload tries again. Input that can't be written is reported by its write.
        if (!isUnreachable(error)) this.#ports.onTrouble(error)
      }
    }
  }

  #maySee(draft: StoredDraft): boolean {
    return this.#ports.isAllowed(accessOf(draft))
  }

  async #listUnopened(): Promise<readonly StoredDraft[]> {
    const { store, now } = this.#ports
    // Includes drafts that can no longer be decrypted.
    await store.forgetMatching((note) => isTooOld(note, now()))
    const all = await store.all()
    const isOpen = await this.#opened()
    return all.filter((draft) => this.#maySee(draft) && !isOpen(draft.id)).sort((a, b) => b.savedAt - a.savedAt)
  }

  /** Whether a form of any tab has a draft open now. */
  async #opened(): Promise<(id: string) => boolean> {
    const heldLocks = new Set((await this.#ports.locks?.query())?.held?.map((lock) => lock.name))
    const openIds = new Set([...this.#openForms].map((form) => form.id))
    return (id) => openIds.has(id) || heldLocks.has(lockName(this.user, id))
  }
}

/** A Web Lock held while a form has the draft open: other tabs then ignore it. It is released if the tab crashes. */
const lockName = (user: string, id: string) => `draft:${user}:${id}`

/** An open form and the draft that it writes. */
class OpenForm {
  id: string
  readonly about: Required<Pick<StoredDraft, 'kind' | 'key' | 'version' | 'access'>>
  readonly #user: string
  readonly #ports: DraftPorts
  #startedAt: number
  /** The draft as it was stored or continued last; null after it was dropped. */
  #latest: StoredDraft | null = null
  /** Why the latest write failed; null if it did not. */
  #trouble: unknown = null
  /** Writes the latest input; null when it is on disk. */
  #unwritten: (() => Promise<void>) | null = null
  /** The form is closed and must not continue an earlier draft. */
  isClosed = false
  /** The user has typed in this form. */
  #isTyped = false
  #isOnDisk = false
  #cancelTimer: (() => void) | null = null
  #lastWrite: Promise<void> = Promise.resolve()
  releaseLock: () => Promise<void>

  constructor(user: string, about: OpenForm['about'], ports: DraftPorts) {
    this.#user = user
    this.about = about
    this.#ports = ports
    this.id = ports.newId()
    this.#startedAt = ports.now()
    this.releaseLock = this.#lock()
  }

  /** Continues an earlier draft. False if the user has typed in the form already, or the form is closed. */
  continueDraft(draft: StoredDraft): boolean {
    if (this.#isTyped || this.isClosed) return false
    this.#latest = draft
    this.#isOnDisk = true
    void this.#become(draft)()
    return true
  }

  /** The form writes this draft from now on. Returns the function that releases the former draft to other tabs. */
  #become({ id, startedAt }: Pick<StoredDraft, 'id' | 'startedAt'>): () => Promise<void> {
    const releaseFormer = this.releaseLock
    this.id = id
    this.#startedAt = startedAt
    this.releaseLock = this.#lock()
    return releaseFormer
  }

  store(value: unknown, words: StoredDraft['words']): void {
    this.#isTyped = true
    const [startedAt, savedAt] = [this.#startedAt, this.#ports.now()]
    this.#latest = { ...this.about, id: this.id, value, words, startedAt, savedAt }
    // Start sealing now: when the page hides it is too late.
    this.#unwritten = this.#ports.store.prepare(this.#latest)
    this.#cancelTimer ??= this.#ports.after(WRITE_DELAY_MS, () => void this.flush())
  }

  /** Never rejects: the form works even if the device can't store drafts. */
  flush(): Promise<void> {
    this.#cancelTimer?.()
    this.#cancelTimer = null
    const write = this.#unwritten
    this.#unwritten = null
    // A form that is still open must not write a draft that its user may no longer see.
    if (write === null || !this.#ports.isAllowed(this.about.access)) return this.#lastWrite
    this.#isOnDisk = true
    this.#lastWrite = this.#lastWrite
      .then(() => this.#write(write))
      .catch((error: unknown) => {
        this.#trouble = error
        this.#ports.onTrouble(error)
      })
    return this.#lastWrite
  }

  async keep(): Promise<StoredDraft | null> {
    await this.flush()
    if (this.#trouble !== null) throw this.#trouble
    return this.#latest
  }

  async discard(): Promise<StoredDraft | null> {
    const latest = this.#latest
    await this.drop()
    return latest
  }

  drop(): Promise<void> {
    this.#unwritten = null
    // The device could not store what is gone now.
    this.#trouble = null
    void this.flush()
    this.#latest = null
    if (!this.#isOnDisk) return this.#lastWrite
    const { id } = this
    this.#isOnDisk = false
    // The dropped draft may be restored: what is typed next is another draft.
    const release = this.#become({ id: this.#ports.newId(), startedAt: this.#ports.now() })
    this.#lastWrite = this.#lastWrite
      .then(() => this.#ports.store.remove(id))
      .catch(this.#ports.onTrouble)
      .then(release)
    return this.#lastWrite
  }

  async #write(write: () => Promise<void>): Promise<void> {
    await write()
    this.#trouble = null
    this.#ports.askToPersist()
  }

  #lock(): () => Promise<void> {
    return holdMark(this.#ports.locks, lockName(this.#user, this.id))
  }
}
