import { type ChangedRows, idOf, noteChangedRows, packChangedRows, readChangedRows } from './changed-rows.ts'
import { mergeChangedRows } from './merge-changed-rows.ts'
import { currentPersister, type QueryPersister } from './query-persister.ts'
import { changedHash, type ListCopy, type ReadPage, storedPages } from './stored-copy.ts'
import type { SyncedList } from './synced-list.ts'

/** More changed rows than this are written into the pages: they are one record, which each change writes again. */
const MAX_CHANGED = 100
/** As many changed rows are written in about a millisecond. */
const MAX_REWRITTEN = 20

/** The changed rows that the server sent for a list. */
export interface NewRows {
  readonly rows: readonly object[]
  readonly gone: readonly string[]
  readonly position: string
  readonly asOf: number
}

/** The copy to change. */
export interface Target {
  readonly copy: ListCopy
  /** Of the user for whom the server sent the rows. Another user may have signed in since then. */
  readonly persister: QueryPersister
  /** See `ReceivedRows`. */
  readonly lost: AbortSignal | undefined
}

/**
 * Applies rows that the server sent to a complete stored copy. See `applyRows`. Null when they can't be stored, or when a
 * page of the copy is missing.
 */
export async function storeChangedRows(list: SyncedList, target: Target, next: NewRows): Promise<string | null> {
  const { queryKey, unpack, needs } = list
  const { copy, persister, lost } = target
  const stored = await readChangedRows(queryKey, copy, unpack)
  const before = stored ?? { rows: [], gone: [], count: 0, asOf: copy.asOf }
  const isNew = next.rows.length + next.gone.length > 0
  // Only the position is new. A large record is not written again for that: the next change stores it.
  if (!isNew && before.rows.length + before.gone.length > MAX_REWRITTEN) return stored?.position ?? null
  const pages = storedPages(queryKey, copy, unpack)
  const changes = isNew ? await addedTo(before, next, (keys) => keysInPages(pages, copy.pages, keys)) : before
  if (changes === null || currentPersister() !== persister) return null
  // Each change has a later time, by which other tabs notice it. A new position alone makes the rows no newer.
  const asOf = isNew ? Math.max(next.asOf, before.asOf + 1) : before.asOf
  const changed = { ...changes, asOf, position: next.position }
  if (changed.rows.length + changed.gone.length > MAX_CHANGED) return mergeChangedRows(list, target, changed)
  const hash = changedHash(queryKey, copy)
  if (lost?.aborted || !(await persister.exchange([packChangedRows(hash, changed, needs)], []))) return null
  noteChangedRows(persister, hash, changed)
  return next.position
}

type Changes = Pick<ChangedRows<object>, 'rows' | 'gone' | 'count'>

/** The earlier changes with the new ones; null when a page is missing. */
async function addedTo(
  before: Changes,
  next: NewRows,
  findInPages: (keys: ReadonlySet<string>) => Promise<ReadonlyMap<string, number> | null>,
): Promise<Changes | null> {
  const rows = new Map([...before.rows, ...next.rows].map((row) => [idOf(row), row]))
  for (const key of next.gone) rows.delete(key)
  const gone = [...new Set([...before.gone, ...next.gone])].filter((key) => !rows.has(key))
  const had = await findInPages(new Set([...rows.keys(), ...gone]))
  if (had === null) return null
  // A row that is gone and never was in the pages needs no note.
  const removed = gone.filter((key) => had.has(key))
  // A row that moved while the pages were fetched may be in two of them.
  const inPages = [...had.values()].reduce((sum, times) => sum + times, 0)
  return { rows: [...rows.values()], gone: removed, count: rows.size - inPages }
}

/** Those of the keys whose rows are in a copy's pages, and how often; null when a page is missing. */
async function keysInPages(
  readPage: ReadPage<object>,
  pages: number,
  keys: ReadonlySet<string>,
): Promise<ReadonlyMap<string, number> | null> {
  const found = new Map<string, number>()
  for (let at = 0; at < pages; at += 1) {
    const page = await readPage(at)
    if (page === null) return null
    for (const key of page.results.map(idOf)) if (keys.has(key)) found.set(key, (found.get(key) ?? 0) + 1)
  }
  return found
}
