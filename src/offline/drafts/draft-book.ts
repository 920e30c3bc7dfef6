import * as z from 'zod/mini'
import type { Access } from '#contract/wire/access.ts'
import type { Schema } from '#contract/wire/endpoint.ts'
import { holdMark } from '#src/browser/web-lock.ts'
import { type Observed, observed } from '#src/session/observed.ts'
import { accessOf, isTooOld, type StoredDraft } from './draft-database.ts'
import type { DraftStore } from './draft-store.ts'

/** One kind of form whose input is kept while it is typed. */
export interface DraftKind<Value> {
  /** Stored with drafts for weeks: never reuse it for something else. */
  readonly name: string
  /** Raised when values of before can no longer be read by `schema`. */
  readonly version: number
  /** What it takes to use the form: a draft goes with it, for it may hold what only those may see who can use the form. */
  readonly access: Access
  /** Judges what comes back from the device. Values may hold whatever JSON can say, and files and bytes. */
  readonly schema: Schema & { readonly _zod: { readonly output: Value } }
  readonly words: (value: Value) => StoredDraft['words']
}

export interface DraftPorts {
  readonly store: DraftStore
  readonly locks: LockManager | undefined
  /** Whether the person, as known now, has a permission; true while nobody is known. */
  readonly may: (access: Access) => boolean
  readonly now: () => number
  readonly newId: () => string
  /** Runs `work` once; answers how to call it off. */
  readonly after: (ms: number, work: () => void) => () => void
  /** Asks the browser not to evict what is stored here; called for each draft that is written. */
  readonly askToPersist: () => void
  readonly tellOthers: () => void
  /** Hears why something could not be kept or read. */
  readonly onTrouble: (error: unknown) => void
}

/** One form while it is open. */
export interface Typing<Value> {
  /** What was typed before into such a form and neither saved nor given up; taken over, and null when there is none. */
  readonly before: Promise<Value | null>
  /** Keeps what the form holds now: on disk within 400 ms, and when the page hides; a frozen page writes when it resumes. */
  keep(value: Value): void
  /** Resolves when what is kept is on disk; never rejects. */
  flush(): Promise<void>
  /** It was saved, or given up: nothing of it stays, unless something is typed again. */
  drop(): Promise<void>
  /** The form is closed. What was kept stays, and is offered again. */
  end(): void
}

/** After the last keystroke; a long text that is typed without a pause is kept as often. */
const WAIT_MS = 400

/** What one person has typed and not saved on this device, as one tab knows it. */
export class DraftBook {
  readonly user: string
  /** Drafts that no form has open, here or in another tab, newest first. */
  readonly offered: Observed<readonly StoredDraft[]> = observed<readonly StoredDraft[]>([])
  readonly #ports: DraftPorts
  readonly #open = new Set<OpenForm>()
  #looking: Promise<void> | null = null
  #isStale = false

  constructor(user: string, ports: DraftPorts) {
    this.user = user
    this.#ports = ports
  }

  /** Reads the device anew; all who ask meanwhile share the reading after. Never rejects. */
  look(): Promise<void> {
    const shown = this.offered.get()
    // What was lost leaves the screen at once, before anything is read.
    if (!shown.every((draft) => this.#maySee(draft))) this.offered.set(shown.filter((draft) => this.#maySee(draft)))
    this.#isStale = true
    this.#looking ??= this.#lookUntilFresh().finally(() => {
      this.#looking = null
    })
    return this.#looking
  }

  begin<Value>(kind: DraftKind<Value>, key: string): Typing<Value> {
    const about = { kind: kind.name, key, version: kind.version, access: kind.access }
    const form = new OpenForm(this.user, about, this.#ports)
    this.#open.add(form)
    return {
      before: this.#takeOver(form, kind),
      keep: (value) => form.keep(value, kind.words(value)),
      flush: () => form.flush(),
      drop: () => form.drop(),
      end: () => {
        form.isOver = true
        void form.flush().then(() => this.#close(form))
      },
    }
  }

  /** The person gives up a draft that no form has open. */
  async discard(id: string): Promise<void> {
    await this.#ports.store.remove(id).catch(this.#ports.onTrouble)
    this.#ports.tellOthers()
    await this.look()
  }

  /** Puts back what was given up, unless a form has gone on with it since. Rejects when the device takes nothing. */
  async restore(draft: StoredDraft): Promise<void> {
    if (!this.#maySee(draft)) return
    const isBack = (await this.#ports.store.all()).some(({ id }) => id === draft.id)
    if (!isBack) await this.#ports.store.prepare(draft)()
    this.#ports.tellOthers()
    await this.look()
  }

  /** Writes what is not on disk yet: the page may not come back. */
  flush(): void {
    for (const form of this.#open) void form.flush()
  }

  async #takeOver<Value>(form: OpenForm, kind: DraftKind<Value>): Promise<Value | null> {
    await this.look()
    const found = this.offered.get().find((one) => one.kind === kind.name && one.key === form.about.key)
    if (!found || found.version !== kind.version) return null
    const value = z.safeParse(kind.schema, found.value)
    // Typed here already, in the moment that reading took: the former one stays, and is offered beside it.
    if (!value.success || !(await form.become(found))) return null
    await this.look()
    return value.data
  }

  async #close(form: OpenForm): Promise<void> {
    if (!this.#open.delete(form)) return
    await form.letGo()
    this.#ports.tellOthers()
    await this.look()
  }

  async #lookUntilFresh(): Promise<void> {
    while (this.#isStale) {
      this.#isStale = false
      try {
        this.offered.set(await this.#unopened())
      } catch (error) {
        this.#ports.onTrouble(error)
      }
    }
  }

  #maySee(draft: StoredDraft): boolean {
    return this.#ports.may(accessOf(draft))
  }

  async #unopened(): Promise<readonly StoredDraft[]> {
    const { store, locks, now } = this.#ports
    // Those too that don't open any more.
    await store.forget((note) => isTooOld(note, now()))
    const all = await store.all()
    const held = new Set((await locks?.query())?.held?.map((lock) => lock.name))
    const openHere = new Set([...this.#open].map((form) => form.id))
    return all
      .filter((draft) => this.#maySee(draft))
      .filter(({ id }) => !openHere.has(id) && !held.has(lockName(this.user, id)))
      .sort((a, b) => b.savedAt - a.savedAt)
  }
}

/** Held as long as a form has the draft open: other tabs then leave it alone; a tab that crashes lets go of it. */
const lockName = (user: string, id: string) => `draft:${user}:${id}`

class OpenForm {
  id: string
  readonly about: Required<Pick<StoredDraft, 'kind' | 'key' | 'version' | 'access'>>
  readonly #user: string
  readonly #ports: DraftPorts
  #startedAt: number
  /** Writes what was typed and is not on disk yet. */
  #unwritten: (() => Promise<void>) | null = null
  /** It is closed, and takes nothing over any more. */
  isOver = false
  /** Something was typed into this very form. */
  #isTyped = false
  #isOnDisk = false
  #cancelTimer: (() => void) | null = null
  #line: Promise<void> = Promise.resolve()
  letGo: () => Promise<void>

  constructor(user: string, about: OpenForm['about'], ports: DraftPorts) {
    this.#user = user
    this.about = about
    this.#ports = ports
    this.id = ports.newId()
    this.#startedAt = ports.now()
    this.letGo = this.#hold()
  }

  /** Goes on with a draft of before; false once something else was typed here, or the form is closed. */
  async become({ id, startedAt }: StoredDraft): Promise<boolean> {
    if (this.#isTyped || this.isOver) return false
    const former = this.letGo
    this.id = id
    this.#startedAt = startedAt
    this.#isOnDisk = true
    this.letGo = this.#hold()
    await former()
    return true
  }

  keep(value: unknown, words: StoredDraft['words']): void {
    this.#isTyped = true
    const [startedAt, savedAt] = [this.#startedAt, this.#ports.now()]
    // Sealed at once: in the moment that the page hides it would be too late.
    this.#unwritten = this.#ports.store.prepare({ ...this.about, id: this.id, value, words, startedAt, savedAt })
    this.#cancelTimer ??= this.#ports.after(WAIT_MS, () => void this.flush())
  }

  /** Never rejects: a device that keeps no drafts still has the form. */
  flush(): Promise<void> {
    this.#cancelTimer?.()
    this.#cancelTimer = null
    const write = this.#unwritten
    this.#unwritten = null
    // What the person may not see any more is not put back on the device by a form that is still open.
    if (write === null || !this.#ports.may(this.about.access)) return this.#line
    this.#isOnDisk = true
    this.#line = this.#line.then(() => this.#put(write)).catch(this.#ports.onTrouble)
    return this.#line
  }

  drop(): Promise<void> {
    this.#unwritten = null
    void this.flush()
    if (!this.#isOnDisk) return this.#line
    this.#line = this.#line.then(() => this.#ports.store.remove(this.id)).catch(this.#ports.onTrouble)
    return this.#line
  }

  async #put(write: () => Promise<void>): Promise<void> {
    await write()
    this.#ports.askToPersist()
  }

  #hold(): () => Promise<void> {
    return holdMark(this.#ports.locks, lockName(this.#user, this.id))
  }
}
