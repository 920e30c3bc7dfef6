import type { QueryKey } from '@tanstack/react-query'
import type { RequiredAccess } from '../required-access.ts'
import { idOf, readChangedRows } from './changed-rows.ts'
import { currentPersister } from './query-persister.ts'
import { changedHash, type ListCopy, type ReadPage, type StoredRows, storedPages } from './stored-copy.ts'

/** More changed rows than this make reading and writing them slower than fetching the list. */
const MAX_CHANGED = 300
/** As many changed rows are written in about a millisecond. */
const CHEAP = 20

/** The changed rows that the server sent for a list. */
export interface NewRows<Row> {
  readonly rows: readonly Row[]
  readonly gone: readonly string[]
  readonly position: string
  readonly asOf: number
}

interface ListToChange<Row> extends RequiredAccess {
  readonly queryKey: QueryKey
  readonly copy: ListCopy
  readonly rows: StoredRows<Row>
}

/**
 * Applies rows that the server sent to a complete stored copy. False when they can't be stored, or when the copy has
 * too many changed rows: then fetch the list again.
 */
export async function storeChangedRows<Row extends object>(
  { queryKey, copy, rows: { unpack }, access, parts }: ListToChange<Row>,
  next: NewRows<Row>,
): Promise<boolean> {
  const persister = currentPersister()
  const before = await readChangedRows(queryKey, copy, unpack)
  const rows = new Map([...(before?.rows ?? []), ...next.rows].map((row) => [idOf(row), row]))
  for (const key of next.gone) rows.delete(key)
  const gone = [...new Set([...(before?.gone ?? []), ...next.gone])].filter((key) => !rows.has(key))
  const size = rows.size + gone.length
  if (size > MAX_CHANGED) return false
  // Only the position is new. A large record is not written again for that: the next change brings it.
  if (next.rows.length + next.gone.length === 0 && size > CHEAP) return true
  const had = await keysInPages(storedPages(queryKey, copy, unpack), copy.pages)
  if (had === null || persister === null || currentPersister() !== persister) return false
  const count = [...rows.keys()].filter((key) => !had.has(key)).length - gone.filter((key) => had.has(key)).length
  // A row that is gone and never was in the pages needs no note.
  const data = { position: next.position, rows: [...rows.values()], gone: gone.filter((key) => had.has(key)), count }
  const hash = changedHash(queryKey, copy)
  const needs = { access, ...(parts && { parts }) }
  return persister.exchange([{ hash, asOf: next.asOf, json: JSON.stringify(data), needs }], [])
}

/** The keys of all rows in a copy's pages; null when a page is missing. */
async function keysInPages(readPage: ReadPage<object>, pages: number): Promise<ReadonlySet<string> | null> {
  const keys = new Set<string>()
  for (let at = 0; at < pages; at += 1) {
    const page = await readPage(at)
    if (page === null) return null
    for (const row of page.results) keys.add(idOf(row))
  }
  return keys
}
