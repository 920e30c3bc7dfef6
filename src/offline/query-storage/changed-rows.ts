import type { QueryKey } from '@tanstack/react-query'
import * as z from 'zod/mini'
import type { RequiredAccess } from '../required-access.ts'
import { currentPersister, type QueryPersister } from './query-persister.ts'
import type { StoredAnswer } from './query-store.ts'
import { changedHash, type ListCopy, type ReadPage, type StoredRows } from './stored-copy.ts'

/**
 * The rows of a stored list that changed since its pages were fetched. They are one record next to the pages, with the
 * position that they reach: either both are stored or neither. Pages are not rewritten for each changed row, but once
 * for many (`mergeChangedRows`).
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

export interface ChangedRows<Row> {
  readonly position: string
  readonly rows: readonly Row[]
  readonly gone: readonly string[]
  readonly count: number
  /** When the server sent the latest change, in milliseconds since 1970. */
  readonly asOf: number
}

/** Records in memory, by hash, so that one more change does not read the others from the device again. */
const inMemory = new WeakMap<QueryPersister, Map<string, ChangedRows<unknown>>>()

function memoryOf(persister: QueryPersister): Map<string, ChangedRows<unknown>> {
  const known = inMemory.get(persister) ?? new Map<string, ChangedRows<unknown>>()
  inMemory.set(persister, known)
  return known
}

/** The changed rows of a copy; null when none are stored, or when they are invalid. */
export async function readChangedRows<Row>(
  queryKey: QueryKey,
  copy: ListCopy,
  unpack: StoredRows<Row>['unpack'],
): Promise<ChangedRows<Row> | null> {
  const persister = currentPersister()
  if (persister === null) return null
  const hash = changedHash(queryKey, copy)
  const known = memoryOf(persister).get(hash)
  // Another tab may have written the record again. Each change of the rows has a later time.
  const [storedAt] = known ? await persister.agesOf([hash]) : []
  // The record belongs to one list, and `unpack` has checked its rows.
  if (known !== undefined && known.asOf === storedAt) return known as ChangedRows<Row>
  const answer = await persister.readAnswer(hash)
  const { data } = stored.safeParse(answer?.json)
  const page = data && unpack({ count: 0, next: null, previous: null, results: data.rows })
  if (!answer || !data || !page) return null
  const read = { ...data, rows: page.results, asOf: answer.asOf }
  memoryOf(persister).set(hash, read)
  return read
}

/** The stored form of changed rows. */
export const packChangedRows = (
  hash: string,
  { position, rows, gone, count, asOf }: ChangedRows<object>,
  needs: RequiredAccess,
): StoredAnswer => ({ hash, asOf, json: JSON.stringify({ position, rows, gone, count }), needs })

/** Notes changed rows that were just stored. */
export function noteChangedRows(persister: QueryPersister, hash: string, changed: ChangedRows<object>): void {
  memoryOf(persister).set(hash, changed)
}

/** Drops changed rows from memory. */
export function forgetChangedRows(persister: QueryPersister, hash: string): void {
  memoryOf(persister).delete(hash)
}

/** The key of a row, as the server sends it for rows that are gone: its field `id`, which all rows of such lists have. */
export const idOf = (row: object) => ('id' in row ? `${row.id}` : '')

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
  /** The last row before a page. A page can be empty: all of its rows may have left the list. */
  const lastBefore = async (at: number): Promise<Row | null | undefined> => {
    if (at === 0) return undefined
    const page = await readPage(at - 1)
    return page === null ? null : (page.results.at(-1) ?? lastBefore(at - 1))
  }
  return async (at) => {
    const [previous, page] = await Promise.all([lastBefore(at), readPage(at)])
    if (page === null || previous === null) return null
    const last = page.results.at(-1)
    const isHere = (row: Row) =>
      (previous === undefined || compare(row, previous) > 0) &&
      (at === pages - 1 || (last !== undefined && compare(row, last) <= 0))
    const results = [...page.results.filter((row) => !keys.has(idOf(row))), ...changed.rows.filter(isHere)]
    return { ...page, results: results.sort(compare) }
  }
}
