import type { FinalState, OutboxEntry } from '#src/offline/outbox/entry/entry.ts'
import type { Meta } from '#src/offline/outbox/ports.ts'
import type {
  EntryRow,
  FinalStateRow,
  MetaRow,
  RawReader,
  RawStore,
  RawWriter,
  Stamp,
} from '#src/offline/outbox/store/raw-store.ts'
import type { Sealed, Sealer } from '#src/seal/sealer.ts'
import {
  type Content,
  emptyContent,
  type FakeDisk,
  type FakeTab,
  hasPutAnything,
  QuotaExceededError,
} from './offline-device.ts'

/** A sealer whose seals these tests can read synchronously. Sealing and opening take a random number of turns. */
export function transparentSealer(chance: () => number): Sealer {
  const turns = async () => {
    for (let left = Math.floor(chance() * 4); left > 0; left -= 1) await null
  }
  return {
    async seal(plain, about) {
      await turns()
      return new TextEncoder().encode(JSON.stringify([about, [...plain]]))
    },
    async open(sealed, about) {
      await turns()
      const [sealedFor, plain] = unwrapped(sealed)
      return sealedFor === about ? plain : null
    },
  }
}
function unwrapped(sealed: Sealed): readonly [string, Uint8Array<ArrayBuffer>] {
  const [about, plain] = JSON.parse(new TextDecoder().decode(sealed))
  return [about, Uint8Array.from(plain)]
}
const contentIn = (sealed: Sealed) => JSON.parse(new TextDecoder().decode(unwrapped(sealed)[1]))

interface Rows {
  readonly entries: ReadonlyMap<number, EntryRow>
  readonly finalStates: ReadonlyMap<string, FinalStateRow>
  readonly files: ReadonlyMap<string, Sealed>
  readonly meta: MetaRow | undefined
  readonly stamp: Stamp
  readonly changes: ReadonlyMap<number, readonly number[]>
}
type Draft = { -readonly [Name in keyof Rows]: Rows[Name] }

/** So few that tabs often have to reread everything. */
const MAX_CHANGES = 5
const rowsByDisk = new WeakMap<FakeDisk, { readonly content: Content; readonly rows: Rows }>()
let lives = 0

/** The rows of a disk. A wiped disk gets new, empty rows. */
function rowsOf(disk: FakeDisk): Rows {
  const known = rowsByDisk.get(disk)
  if (known?.content === disk.content) return known.rows
  if (disk.content !== emptyContent) throw new Error('only a wiped disk has other content than its rows')
  lives += 1
  const stamp = { life: String(lives), generation: 0 }
  const rows = {
    entries: new Map(),
    finalStates: new Map(),
    files: new Map(),
    meta: undefined,
    stamp,
    changes: new Map(),
  }
  rowsByDisk.set(disk, { content: disk.content, rows })
  return rows
}

const cache = new WeakMap<object, unknown>()
function cached<Row extends object, T>(row: Row, read: (row: Row) => T): T {
  // All values of one row are read by the same function.
  const found = cache.get(row) as T | undefined
  if (found !== undefined) return found
  const value = read(row)
  cache.set(row, value)
  return value
}
const mapCached = <Key, Row extends object, T>(rows: ReadonlyMap<Key, Row>, read: (row: Row) => T) =>
  new Map([...rows].map(([key, row]) => [key, cached(row, read)]))

/** The decrypted content of the rows, as the verdict and the tests read it. */
function contentOf(rows: Rows): Content {
  const { meta } = rows
  return {
    entries: mapCached(rows.entries, ({ sealed }): OutboxEntry => contentIn(sealed)),
    finalStates: mapCached(rows.finalStates, ({ at: _, isRemembered: __, sealed, ...finalState }): FinalState => {
      return { ...finalState, ...(sealed ? contentIn(sealed) : { entry: null, versions: [] }) }
    }),
    files: mapCached(rows.files, (sealed) => {
      const [, plain] = unwrapped(sealed)
      return new Blob([plain.slice(1 + (plain[0] ?? 0))])
    }),
    meta: meta ? cached(meta, metaOf) : emptyContent.meta,
  }
}
function metaOf({ lossWords, loss, ...rest }: MetaRow): Meta {
  const words = lossWords ? contentIn(lossWords) : []
  if (loss === null) return { ...rest, loss }
  const { missing, ...numbers } = loss
  if (!missing) return { ...rest, loss: numbers }
  return { ...rest, loss: { ...numbers, missing: missing.map((one, at) => ({ ...one, words: words[at] ?? null })) } }
}

/** The rows of the first copy of a user's outbox, as a tab accesses them. */
export function fakeRows(disk: FakeDisk, tab: FakeTab): RawStore {
  let isClosed = false
  return {
    async read(work) {
      await tab.checkpoint()
      const result = await work(txOver({ ...rowsOf(disk) }, disk))
      await tab.checkpoint()
      return result
    },
    async write(work) {
      await tab.checkpoint()
      if (isClosed) throw new Error('the store is closed')
      const turn = disk.lastWrite.then(async () => {
        if (!tab.isAlive) return undefined
        const rows: Draft = { ...rowsOf(disk) }
        const result = await work(txOver(rows, disk))
        const content = contentOf(rows)
        if (disk.trouble === 'broken') throw new Error('the disk is broken')
        if (disk.trouble === 'tight' && hasPutAnything(content, disk.content)) throw new QuotaExceededError()
        if (disk.trouble === 'full' && content.entries.size > disk.content.entries.size) throw new QuotaExceededError()
        if (tab.isAlive) {
          disk.content = content
          rowsByDisk.set(disk, { content, rows })
        }
        return { result }
      })
      disk.lastWrite = turn.catch(() => undefined)
      const done = await turn
      await tab.checkpoint()
      if (!done) throw new Error('a dead tab goes on')
      return done.result
    },
    freezes: () => tab.freezes,
    close: () => {
      isClosed = true
    },
  }
}

const without = <Key, Row>(rows: ReadonlyMap<Key, Row>, key: Key) => new Map([...rows].filter(([one]) => one !== key))

function readerOf(rows: Draft): RawReader {
  const finalStates = () => [...rows.finalStates.values()]
  return {
    stamp: async () => rows.stamp,
    changes: async (after) => [...rows.changes].filter(([at]) => at > after).map(([, seqs]) => seqs),
    rows: async () => [...rows.entries.values()].sort((a, b) => a.seq - b.seq),
    row: async (seq) => rows.entries.get(seq),
    hasEntry: async (id) => [...rows.entries.values()].some((row) => row.id === id),
    invalidKeys: () => Promise.resolve([]),
    finalStateRow: async (id) => rows.finalStates.get(id),
    finalStateRowsOf: async (seq) => finalStates().filter((finalState) => finalState.seq === seq),
    settlingRows: async () => finalStates().filter(({ isSettling }) => isSettling),
    rememberedIds: async () =>
      finalStates()
        .filter(({ isRemembered }) => isRemembered)
        .sort((a, b) => b.settledAt - a.settledAt || (a.id < b.id ? 1 : -1))
        .map(({ id }) => id),
    finalStateRowsBefore: async (settledAt) => finalStates().filter((finalState) => finalState.settledAt < settledAt),
    file: async (id) => rows.files.get(id),
    fileIds: async () => [...rows.files.keys()],
    meta: async () => rows.meta,
    unsealedRows: async () => [],
  }
}
function txOver(rows: Draft, disk: FakeDisk): RawWriter {
  return {
    ...readerOf(rows),
    putRow: async (row) => {
      disk.inputs.set(row.id, contentIn(row.sealed).input)
      rows.entries = new Map(rows.entries).set(row.seq, row)
    },
    dropRow: async (seq) => {
      rows.entries = without(rows.entries, seq)
    },
    putFinalStateRow: async (row) => {
      rows.finalStates = new Map(rows.finalStates).set(row.id, row)
    },
    dropFinalStateRow: async (id) => {
      rows.finalStates = without(rows.finalStates, id)
    },
    putFile: async (id, sealed) => {
      rows.files = new Map(rows.files).set(id, sealed)
    },
    dropFile: async (id) => {
      rows.files = without(rows.files, id)
    },
    putMeta: async (row) => {
      rows.meta = row
    },
    startGeneration: async (to, changed) => {
      rows.stamp = to
      rows.changes = without(new Map(rows.changes).set(to.generation, changed), to.generation - MAX_CHANGES)
    },
    removeUnsealedRow: async () => false,
  }
}
