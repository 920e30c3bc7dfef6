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
  Store,
  StoreWriter,
} from '#src/offline/outbox/ports.ts'
import { forgetDone } from '#src/offline/outbox/settle/done.ts'

export interface Content {
  entries: ReadonlyMap<number, OutboxEntry>
  fates: ReadonlyMap<string, FinalState>
  files: ReadonlyMap<string, Blob>
  meta: Meta
}
export const emptyContent: Content = {
  entries: new Map(),
  fates: new Map(),
  files: new Map(),
  meta: { nextSeq: 1, device: null, loss: null },
}

/** What one browser keeps for one person: both copies and the note. It outlives tabs. */
export class FakeDisk {
  content: Content = emptyContent
  mirror = new Map<string, string>()
  mirroredFiles = new Map<string, Blob>()
  /** The places of which the mirror has said that it keeps a copy there. */
  readonly claimed = new Set<string>()
  note: LossMarkerNote | null = null
  /** What the note says in words, by number. */
  told = new Map<number, LostChange>()
  /** full: nothing new goes in · tight: nothing goes in, not even a note · broken: nothing can be written. */
  trouble: 'none' | 'full' | 'tight' | 'broken' = 'none'
  line: Promise<unknown> = Promise.resolve()
  /** What was ever written under an id; survives everything. */
  readonly inputs = new Map<string, unknown>()

  wipeStore(): void {
    this.content = emptyContent
  }
  wipeMirror(): void {
    this.mirror.clear()
    this.claimed.clear()
    this.mirroredFiles.clear()
  }
}

/** A tab, as far as its death is concerned: what a dead tab waits for never comes. */
export class FakeTab {
  isAlive = true
  /** How often the browser has frozen it. */
  freezes = 0
  /** While the browser has it frozen: resolves when it goes on. */
  #thaw: { readonly promise: Promise<void>; readonly resolve: () => void } | null = null
  /** Dies at the n-th border between two operations from now; null for not at all. */
  #bordersLeft: number | null = null
  readonly #ends: (() => void)[] = []
  readonly #freezes = new Set<() => void>()
  readonly #chance: () => number

  constructor(chance: () => number) {
    this.#chance = chance
  }
  dieAfter(borders: number): void {
    this.#bordersLeft = borders
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
  /** Calls `listener` when the browser freezes it; answers how to stop. */
  onFreeze(listener: () => void): () => void {
    this.#freezes.add(listener)
    return () => this.#freezes.delete(listener)
  }
  thaw(): void {
    this.#thaw?.resolve()
    this.#thaw = null
  }
  /** Timers of a frozen tab go off when it goes on. */
  whenAwake(work: () => void): void {
    if (this.#thaw) void this.#thaw.promise.then(work)
    else work()
  }
  die(): void {
    if (!this.isAlive) return
    this.isAlive = false
    for (const end of this.#ends) end()
  }
  /** Passes between two operations, after a while; never if the tab dies here. */
  async border(): Promise<void> {
    for (let turns = Math.floor(this.#chance() * 4); turns > 0; turns -= 1) await null
    while (this.#thaw) await this.#thaw.promise
    if (this.#bordersLeft !== null && this.isAlive) {
      this.#bordersLeft -= 1
      if (this.#bordersLeft < 0) this.die()
    }
    if (!this.isAlive) await new Promise<never>(() => undefined)
  }
  async step<T>(work: () => T): Promise<T> {
    await this.border()
    const result = work()
    await this.border()
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
      await tab.border()
      const result = await work(txOver({ ...disk.content }, disk))
      await tab.border()
      return result
    },
    forgetDone: () => forgetDone(store, () => true),
    async write(work) {
      await tab.border()
      if (isClosed) throw new Error('the store is closed')
      const turn = disk.line.then(async () => {
        if (!tab.isAlive) return undefined
        const draft: Content = { ...disk.content }
        const result = await work(txOver(draft, disk))
        if (disk.trouble === 'broken') throw new Error('the disk is broken')
        if (disk.trouble === 'tight' && hasPut(draft, disk.content)) throw new QuotaExceededError()
        if (disk.trouble === 'full' && draft.entries.size > disk.content.entries.size) throw new QuotaExceededError()
        if (tab.isAlive) disk.content = draft
        return { result }
      })
      disk.line = turn.catch(() => undefined)
      const done = await turn
      await tab.border()
      if (!done) throw new Error('a dead tab goes on')
      return done.result
    },
    close: () => {
      isClosed = true
    },
  }
  return store
}

export const hasPut = (draft: Content, before: Content) =>
  draft.meta !== before.meta ||
  [...draft.entries].some(([seq, entry]) => before.entries.get(seq) !== entry) ||
  [...draft.fates].some(([id, fate]) => before.fates.get(id) !== fate)

function txOver(content: Content, disk: FakeDisk): StoreWriter {
  const all = () => [...content.entries.values()].sort((a, b) => a.seq - b.seq)
  const fates = () => [...content.fates.values()]
  const copied = structuredClone<OutboxEntry>
  return {
    entries: async () => all(),
    entry: async (seq) => content.entries.get(seq),
    entryById: async (id) => all().find((entry) => entry.id === id),
    firstTouching: async (key) => all().find((entry) => entry.touches.includes(key))?.seq,
    entriesTouching: async (key) => all().filter((entry) => entry.touches.includes(key)),
    entriesInState: async (state) => all().filter((entry) => entry.state === state),
    finalState: async (id) => content.fates.get(id),
    finalStatesOf: async (seq) => fates().filter((fate) => fate.seq === seq),
    settlingStates: async () => fates().filter((fate) => fate.isSettling),
    rememberedStates: async (skip, limit) =>
      fates()
        .filter((fate) => fate.entry !== null)
        .sort((a, b) => b.settledAt - a.settledAt || (a.id < b.id ? 1 : -1))
        .slice(skip, skip + limit),
    file: async (id) => content.files.get(id),
    fileIds: async () => [...content.files.keys()],
    finalStatesBefore: async (settledAt) => fates().filter((fate) => fate.settledAt < settledAt),
    meta: async () => content.meta,
    putEntry: async (entry) => {
      disk.inputs.set(entry.id, entry.input)
      content.entries = new Map(content.entries).set(entry.seq, copied(entry))
    },
    dropEntry: async (seq) => {
      content.entries = new Map([...content.entries].filter(([other]) => other !== seq))
    },
    putFinalState: async (fate) => {
      content.fates = new Map(content.fates).set(fate.id, fate)
    },
    dropFinalState: async (id) => {
      content.fates = new Map([...content.fates].filter(([other]) => other !== id))
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
    clearFileIds: () => Promise.resolve([]),
    readFile: ({ id, size }) =>
      tab.step(() => {
        const bytes = disk.mirroredFiles.get(id)
        return bytes?.size === size ? bytes : null
      }),
  }
}

export function fakeWitness(disk: FakeDisk): LossMarker {
  return {
    read: () => disk.note,
    write: (note) => {
      disk.note = note
    },
    noteWords: (known, { isAll = false } = {}) => {
      const told = known.map((one) => [one.seq, one] as const)
      disk.told = new Map(isAll ? told : [...disk.told, ...told])
    },
    forgetWords: (seqs) => {
      for (const seq of seqs) disk.told.delete(seq)
    },
    readWords: (seqs) => Promise.resolve(seqs.flatMap((seq) => disk.told.get(seq) ?? [])),
  }
}

/** The channel between the tabs of one person. */
export class FakeAir {
  readonly #ears = new Map<FakeTab, (message: Message) => void>()

  forTab(tab: FakeTab): Channel {
    tab.onEnd(() => this.#ears.delete(tab))
    return {
      post: (message) => {
        for (const [other, hear] of this.#ears) if (other !== tab) void other.step(() => hear(message))
      },
      listen: (listener) => {
        this.#ears.set(tab, listener)
      },
      close: () => this.#ears.delete(tab),
    }
  }
}

interface Timer {
  readonly at: number
  readonly work: () => void
  readonly tab: FakeTab
}
/** A clock that stands until it is moved. Timers run by time passed; what it shows may jump. */
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
  /** Lets time pass; `settle` runs what becomes of each timer before the next. */
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

/** Runs everything that waits for nothing but its turn. */
export function allTurns(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve))
}
