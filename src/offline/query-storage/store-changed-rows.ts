import type { Page } from '#contract/wire/page.ts'
import {
  type ChangedRows,
  type Changes,
  type CountedChanges,
  idOf,
  noteChangedRows,
  packChangedRows,
} from './changed-rows.ts'
import { mergeChangedRows } from './merge-changed-rows.ts'
import { currentPersister, type QueryPersister } from './query-persister.ts'
import { changedHash, type ListCopy, type ReadPage, storedPages } from './stored-copy.ts'
import type { SyncedList } from './synced-list.ts'

/** More changed rows than this are written into the pages: they are one record, which each change writes again. */
const MAX_CHANGED = 100
/** As many changed rows are written in about a millisecond. */
const MAX_REWRITTEN = 20

/** The changes that the server sent for a list. */
export interface NewChanges extends Changes {
  readonly position: string
  readonly asOf: number
}

/** The copy to change. */
export interface Target {
  readonly copy: ListCopy
  /** The rows that changed since it was fetched; null for none. */
  readonly stored: ChangedRows | null
  /** Of the user for whom the server sent the rows. Another user may have signed in since then. */
  readonly persister: QueryPersister
  /** See `ReceivedChanges`. */
  readonly lost: AbortSignal | undefined
}

/**
 * Applies rows that the server sent to a complete stored copy. See `applyRows`. Null when they can't be applied or
 * stored, or when a page of the copy is missing.
 */
export async function storeChangedRows(list: SyncedList, target: Target, next: NewChanges): Promise<string | null> {
  const { queryKey, unpack, changes, needs } = list
  const { copy, stored, persister, lost } = target
  const before = stored ?? { rows: [], gone: [], count: 0, asOf: copy.asOf }
  const isNew = next.rows.length + next.gone.length > 0
  // Only the position is new. A large record is not written again for that: the next change stores it.
  if (!isNew && before.rows.length + before.gone.length > MAX_REWRITTEN) return stored?.position ?? null
  const pages = storedPages(queryKey, copy, unpack)
  const count = changes.counted ?? countedByKeys
  const counted = isNew ? await count(pages, copy.pages, withNewer(before, next)) : before
  if (counted === null || currentPersister() !== persister) return null
  // Each change has a later time, by which other tabs notice it. A new position alone makes the rows no newer.
  const asOf = isNew ? Math.max(next.asOf, before.asOf + 1) : before.asOf
  const changed = { ...counted, asOf, position: next.position }
  if (changed.rows.length + changed.gone.length > MAX_CHANGED) return mergeChangedRows(list, target, changed)
  const hash = changedHash(queryKey, copy)
  if (lost?.aborted || !(await persister.exchange([packChangedRows(hash, changed, needs)], []))) return null
  noteChangedRows(persister, hash, changed)
  return next.position
}

/** The earlier changes with the new ones. */
function withNewer(before: Changes, next: Changes): Changes {
  const rows = new Map([...before.rows, ...next.rows].map((row) => [idOf(row), row]))
  for (const key of next.gone) rows.delete(key)
  return {
    rows: [...rows.values()],
    gone: [...new Set([...before.gone, ...next.gone])].filter((key) => !rows.has(key)),
  }
}

/** Counts changes by the keys in a copy's pages; null when a page is missing. */
async function countedByKeys(
  readPage: ReadPage<object>,
  pages: number,
  { rows, gone }: Changes,
): Promise<CountedChanges | null> {
  const had = await keysInPages(readPage, pages, new Set([...rows.map(idOf), ...gone]))
  if (had === null) return null
  // A row that is gone and never was in the pages needs no note.
  const removed = gone.filter((key) => had.has(key))
  // A row that moved while the pages were fetched may be in two of them.
  const inPages = [...had.values()].reduce((sum, times) => sum + times, 0)
  return { rows, gone: removed, count: rows.length - inPages }
}

/** The keys of pages in memory: each change looks into all pages of a list. */
const keysOfPages = new WeakMap<Page<object>, ReadonlySet<string>>()

function keysOf(page: Page<object>): ReadonlySet<string> {
  const keys = keysOfPages.get(page) ?? new Set(page.results.map(idOf))
  keysOfPages.set(page, keys)
  return keys
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
    const inPage = keysOf(page)
    for (const key of keys) if (inPage.has(key)) found.set(key, (found.get(key) ?? 0) + 1)
  }
  return found
}
