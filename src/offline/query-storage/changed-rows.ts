import type { QueryKey } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { currentPersister } from './query-persister.ts'
import { changedHash, type ListCopy, type ReadPage, type StoredRows } from './stored-copy.ts'

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

export interface ChangedRows<Row> {
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
