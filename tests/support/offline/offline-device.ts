import type { FinalState, OutboxEntry } from '#src/offline/outbox/entry/entry.ts'
import { entryFromCopy } from '#src/offline/outbox/entry/entry.ts'
import type {
  Channel,
  Clock,
  LossMarker,
  LossMarkerNote,
  LostChange,
  Message,
  Meta,
  Mirror,
  SmallPhotos,
  Store,
  StoreWriter,
} from '#src/offline/outbox/ports.ts'
import { forgetEnded } from '#src/offline/outbox/settle/ended-changes.ts'

export interface Content {
  entries: ReadonlyMap<number, OutboxEntry>
  finalStates: ReadonlyMap<string, FinalState>
  files: ReadonlyMap<string, Blob>
  meta: Meta
}
export const emptyContent: Content = {
  entries: new Map(),
  finalStates: new Map(),
  files: new Map(),
  meta: { nextSeq: 1, device: null, loss: null },
}

/** One user's storage in one browser: both copies of the outbox and the loss marker. It outlives tabs. */
export class FakeDisk {
  content: Content = emptyContent
  mirror = new Map<string, string>()
  mirroredFiles = new Map<string, Blob>()
  /** The small versions of photos, by the server's path. */
  readonly photos = new Map<string, Blob>()
  /** The copies (`seq/id`) that the mirror has confirmed. */
  readonly confirmedCopies = new Set<string>()
  note: LossMarkerNote | null = null
  /** The texts in the loss marker, by sequence number. */
  lossWords = new Map<number, LostChange>()
  /**
   * `full`: no new entry or copy can be stored, existing rows can change. `tight`: no row can be stored or changed,
   * only deleted. `broken`: nothing can be written.
   */
  trouble: 'none' | 'full' | 'tight' | 'broken' = 'none'
  lastWrite: Promise<unknown> = Promise.resolve()
  /** The last input that was written under each entry id. It survives every wipe. */
  readonly inputs = new Map<string, unknown>()

  wipeStore(): void {
    this.content = emptyContent
  }
  wipeMirror(): void {
    this.mirror.clear()
    this.confirmedCopies.clear()
    this.mirroredFiles.clear()
  }
}

/** The life of a tab. Promises that a dead tab waits for never resolve. */
export class FakeTab {
  isAlive = true
  /** How often the browser has frozen it. */
  freezes = 0
  /** Set while the tab is frozen. Resolves when it resumes. */
  #thaw: { readonly promise: Promise<void>; readonly resolve: () => void } | null = null
  /** The number of checkpoints that the tab still passes before it dies; null if it does not die. */
  #checkpointsLeft: number | null = null
  readonly #ends: (() => void)[] = []
  readonly #freezes = new Set<() => void>()
  readonly #chance: () => number

  constructor(chance: () => number) {
    this.#chance = chance
  }
  dieAfter(checkpoints: number): void {
    this.#checkpointsLeft = checkpoints
  }
  onEnd(end: () => void): void {
    this.#ends.push(end)
  }
  freeze(): void {
    if (this.#thaw) return
    this.#thaw = Promise.withResolvers<void>()
    this.freezes += 1
    for (const listener of [...this.#freezes]) listener()
  }
  /** Calls `listener` when the browser freezes the tab. Returns the function that stops it. */
  onFreeze(listener: () => void): () => void {
    this.#freezes.add(listener)
    return () => this.#freezes.delete(listener)
  }
  thaw(): void {
    this.#thaw?.resolve()
    this.#thaw = null
  }
  /** Runs `work` now, or when a frozen tab resumes. */
  whenAwake(work: () => void): void {
    if (this.#thaw) void this.#thaw.promise.then(work)
    else work()
  }
  die(): void {
    if (!this.isAlive) return
    this.isAlive = false
    for (const end of this.#ends) end()
  }
  /** The moment between two operations. Resolves after some turns; never if the tab dies here. */
  async checkpoint(): Promise<void> {
    for (let turns = Math.floor(this.#chance() * 4); turns > 0; turns -= 1) await null
    while (this.#thaw) await this.#thaw.promise
    if (this.#checkpointsLeft !== null && this.isAlive) {
      this.#checkpointsLeft -= 1
      if (this.#checkpointsLeft < 0) this.die()
    }
    if (!this.isAlive) await new Promise<never>(() => undefined)
  }
  async step<T>(work: () => T): Promise<T> {
    await this.checkpoint()
    const result = work()
    await this.checkpoint()
    return result
  }
}

export class QuotaExceededError extends Error {
  override readonly name = 'QuotaExceededError'
}

export function fakeStore(disk: FakeDisk, tab: FakeTab): Store {
  let isClosed = false
  const store: Store = {
    async read(work) {
      await tab.checkpoint()
      const result = await work(txOver({ ...disk.content }, disk))
      await tab.checkpoint()
      return result
    },
    forgetEnded: () => forgetEnded(store, () => true),
    async write(work) {
      await tab.checkpoint()
      if (isClosed) throw new Error('the store is closed')
      const turn = disk.lastWrite.then(async () => {
        if (!tab.isAlive) return undefined
        const draft: Content = { ...disk.content }
        const result = await work(txOver(draft, disk))
        if (disk.trouble === 'broken') throw new Error('the disk is broken')
        if (disk.trouble === 'tight' && hasPutAnything(draft, disk.content)) throw new QuotaExceededError()
        if (disk.trouble === 'full' && draft.entries.size > disk.content.entries.size) throw new QuotaExceededError()
        if (tab.isAlive) disk.content = draft
        return { result }
      })
      disk.lastWrite = turn.catch(() => undefined)
      const done = await turn
      await tab.checkpoint()
      if (!done) throw new Error('a dead tab goes on')
      return done.result
    },
    close: () => {
      isClosed = true
    },
  }
  return store
}

export const hasPutAnything = (draft: Content, before: Content) =>
  draft.meta !== before.meta ||
  [...draft.entries].some(([seq, entry]) => before.entries.get(seq) !== entry) ||
  [...draft.finalStates].some(([id, finalState]) => before.finalStates.get(id) !== finalState)

function txOver(content: Content, disk: FakeDisk): StoreWriter {
  const all = () => [...content.entries.values()].sort((a, b) => a.seq - b.seq)
  const finalStates = () => [...content.finalStates.values()]
  const copied = structuredClone<OutboxEntry>
  return {
    entries: async () => all(),
    entry: async (seq) => content.entries.get(seq),
    entryById: async (id) => all().find((entry) => entry.id === id),
    firstTouching: async (key) => all().find((entry) => entry.touches.includes(key))?.seq,
    entriesTouching: async (key) => all().filter((entry) => entry.touches.includes(key)),
    entriesInState: async (state) => all().filter((entry) => entry.state === state),
    finalState: async (id) => content.finalStates.get(id),
    finalStatesOf: async (seq) => finalStates().filter((finalState) => finalState.seq === seq),
    settlingStates: async () => finalStates().filter((finalState) => finalState.isSettling),
    rememberedStates: async (skip, limit) =>
      finalStates()
        .filter((finalState) => finalState.entry !== null)
        .sort((a, b) => b.settledAt - a.settledAt || (a.id < b.id ? 1 : -1))
        .slice(skip, skip + limit),
    file: async (id) => content.files.get(id),
    fileIds: async () => [...content.files.keys()],
    finalStatesBefore: async (settledAt) => finalStates().filter((finalState) => finalState.settledAt < settledAt),
    meta: async () => content.meta,
    putEntry: async (entry) => {
      disk.inputs.set(entry.id, entry.input)
      content.entries = new Map(content.entries).set(entry.seq, copied(entry))
    },
    dropEntry: async (seq) => {
      content.entries = new Map([...content.entries].filter(([other]) => other !== seq))
    },
    putFinalState: async (finalState) => {
      content.finalStates = new Map(content.finalStates).set(finalState.id, finalState)
    },
    dropFinalState: async (id) => {
      content.finalStates = new Map([...content.finalStates].filter(([other]) => other !== id))
    },
    putFile: async (id, bytes) => {
      content.files = new Map(content.files).set(id, bytes)
    },
    dropFile: async (id) => {
      content.files = new Map([...content.files].filter(([other]) => other !== id))
    },
    putMeta: async (meta) => {
      content.meta = meta
    },
  }
}

export function fakeMirror(disk: FakeDisk, tab: FakeTab): Mirror {
  const placeOf = ({ seq, id }: { seq: number; id: string }) => `${seq}/${id}`
  const writable = () => {
    if (disk.trouble === 'broken') throw new Error('the disk is broken')
  }
  return {
    put: (entry) =>
      tab.step(() => {
        writable()
        if (disk.trouble === 'full' || disk.trouble === 'tight') throw new QuotaExceededError()
        disk.mirror.set(placeOf(entry), JSON.stringify(entry))
      }),
    remove: (name) =>
      tab.step(() => {
        writable()
        disk.mirror.delete(placeOf(name))
      }),
    names: () =>
      tab.step(() =>
        [...disk.mirror.keys()].map((place) => {
          const [seq = '', id = ''] = place.split('/')
          return { seq: Number(seq), id }
        }),
      ),
    read: (name) =>
      tab.step(() => {
        const copy = disk.mirror.get(placeOf(name))
        return copy === undefined || copy === 'torn' ? null : entryFromCopy(JSON.parse(copy))
      }),
    putFile: (id, bytes) =>
      tab.step(() => {
        writable()
        if (disk.trouble === 'full' || disk.trouble === 'tight') throw new QuotaExceededError()
        disk.mirroredFiles.set(id, bytes)
      }),
    removeFile: (id) =>
      tab.step(() => {
        writable()
        disk.mirroredFiles.delete(id)
      }),
    fileIds: () => tab.step(() => [...disk.mirroredFiles.keys()]),
    unsealedFileIds: () => Promise.resolve([]),
    readFile: ({ id, size }) =>
      tab.step(() => {
        const bytes = disk.mirroredFiles.get(id)
        return bytes?.size === size ? bytes : null
      }),
  }
}

export function fakePhotos(disk: FakeDisk, tab: FakeTab): SmallPhotos {
  return {
    put: (path, photo) =>
      tab.step(() => {
        if (disk.trouble !== 'none') throw new QuotaExceededError()
        disk.photos.set(path, photo)
      }),
    find: (path) => tab.step(() => disk.photos.get(path) ?? null),
  }
}

export function fakeLossMarker(disk: FakeDisk): LossMarker {
  return {
    read: () => disk.note,
    write: (note) => {
      disk.note = note
    },
    noteWords: (known, { isAll = false } = {}) => {
      const noted = known.map((one) => [one.seq, one] as const)
      disk.lossWords = new Map(isAll ? noted : [...disk.lossWords, ...noted])
    },
    forgetWords: (seqs) => {
      for (const seq of seqs) disk.lossWords.delete(seq)
    },
    readWords: (seqs) => Promise.resolve(seqs.flatMap((seq) => disk.lossWords.get(seq) ?? [])),
  }
}

/** The channels between one user's tabs. */
export class FakeChannels {
  readonly #listeners = new Map<FakeTab, (message: Message) => void>()

  forTab(tab: FakeTab): Channel {
    tab.onEnd(() => this.#listeners.delete(tab))
    return {
      post: (message) => {
        for (const [other, receive] of this.#listeners) if (other !== tab) void other.step(() => receive(message))
      },
      listen: (listener) => {
        this.#listeners.set(tab, listener)
      },
      close: () => this.#listeners.delete(tab),
    }
  }
}

interface Timer {
  readonly at: number
  readonly work: () => void
  readonly tab: FakeTab
}
/** A clock that only `advance` moves. Timers depend on the passed time; `jump` changes only the displayed time. */
export class FakeClock {
  #passed = 0
  #shift = 1_800_000_000_000
  readonly #timers = new Set<Timer>()

  now(): number {
    return this.#passed + this.#shift
  }
  jump(ms: number): void {
    this.#shift += ms
  }
  forTab(tab: FakeTab): Clock {
    return {
      now: () => this.now(),
      after: (ms, work) => {
        const timer = { at: this.#passed + ms, work, tab }
        this.#timers.add(timer)
        return () => this.#timers.delete(timer)
      },
    }
  }
  /** Lets time pass, in milliseconds. `settle` completes the work of each timer before the next timer runs. */
  async advance(ms: number, settle: () => Promise<void>): Promise<void> {
    const end = this.#passed + ms
    await settle()
    for (;;) {
      const next = [...this.#timers].filter((timer) => timer.at <= end).sort((a, b) => a.at - b.at)[0]
      if (!next) break
      this.#timers.delete(next)
      this.#passed = Math.max(this.#passed, next.at)
      if (next.tab.isAlive) next.tab.whenAwake(next.work)
      await settle()
    }
    this.#passed = end
  }
}

/** Runs all work that waits only for its turn. */
export function allTurns(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve))
}
