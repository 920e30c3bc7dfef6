import type { QueryKey } from '@tanstack/react-query'
import * as z from 'zod/mini'
import type { RequiredAccess } from '../required-access.ts'
import { currentPersister } from './query-persister.ts'
import { changedHash, type ListCopy, type ReadPage, type StoredRows, storedPages } from './stored-copy.ts'

/**
 * The rows of a stored list that changed since its pages were fetched. They are one record next to the pages, with the
 * position that they reach: either both are stored or neither. Pages are never rewritten for a changed row. With too
 * many changed rows the list is fetched again.
 */
const stored = z.object({
  /** Up to where the server's changes are applied. */
  position: z.string(),
  rows: z.array(z.unknown()),
  /** Keys of rows that are no longer in the list. */
  gone: z.array(z.string()),
  /** How many rows the list has more than its pages. */
  count: z.int(),
})

/** More changed rows than this make reading and writing them slower than fetching the list. */
const MAX_CHANGED = 300
/** As many changed rows are written in about a millisecond. */
const CHEAP = 20

interface ChangedRows<Row> {
  readonly position: string
  readonly rows: readonly Row[]
  readonly gone: readonly string[]
  readonly count: number
  /** When the server sent the latest change, in milliseconds since 1970. */
  readonly asOf: number
}

/** The changed rows of a copy; null when none are stored, or when they are invalid. */
export async function readChangedRows<Row>(
  queryKey: QueryKey,
  copy: ListCopy,
  unpack: StoredRows<Row>['unpack'],
): Promise<ChangedRows<Row> | null> {
  const answer = await currentPersister()?.readAnswer(changedHash(queryKey, copy))
  const { data } = stored.safeParse(answer?.json)
  const page = data && unpack({ count: 0, next: null, previous: null, results: data.rows })
  return answer && data && page ? { ...data, rows: page.results, asOf: answer.asOf } : null
}

/** The key of a row, as the server sends it for rows that are gone: its field `id`, which all rows of such lists have. */
const idOf = (row: object) => ('id' in row ? `${row.id}` : '')

interface Changed<Row> extends Pick<StoredRows<Row>, 'compare'> {
  readonly changed: ChangedRows<Row>
}

/** Reads pages with the changed rows in their places: each in the page whose rows surround it. */
export function withChangedRows<Row extends object>(
  readPage: ReadPage<Row>,
  pages: number,
  { compare = () => 0, changed }: Changed<Row>,
): ReadPage<Row> {
  const keys = new Set([...changed.rows.map(idOf), ...changed.gone])
  return async (at) => {
    const [before, page] = await Promise.all([at === 0 ? null : readPage(at - 1), readPage(at)])
    const [previousLast, last] = [before?.results.at(-1), page?.results.at(-1)]
    if (page === null || (at > 0 && previousLast === undefined)) return page
    const isHere = (row: Row) =>
      (previousLast === undefined || compare(row, previousLast) > 0) &&
      (at === pages - 1 || last === undefined || compare(row, last) <= 0)
    const results = [...page.results.filter((row) => !keys.has(idOf(row))), ...changed.rows.filter(isHere)]
    return { ...page, results: results.sort(compare) }
  }
}

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
