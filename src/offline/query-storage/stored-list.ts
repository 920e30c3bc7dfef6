import { hashKey, type QueryKey } from '@tanstack/react-query'
import type { Page } from '#contract/wire/page.ts'
import { type ListData, listOfPage } from '#src/offline/reading/list-pages.ts'
import type { QueryData } from '#src/offline/reading/query-data.ts'
import { type RowChanges, readChangedRows } from './changed-rows.ts'
import { currentPersister } from './query-persister.ts'
import {
  changedHash,
  forgetPages,
  headHash,
  nextHash,
  pageHashes,
  type ReadPage,
  readCopy,
  storedPages,
} from './stored-copy.ts'

/**
 * The stored copy of a whole list. Each page is a record of its own, so that no single read or write handles more than
 * one page, however long the list is. A newer copy is written next to the complete one and replaces it once it is
 * complete, too. An interrupted copy is resumed.
 */
export interface StoredList<Row> {
  /** When the server sent its oldest page, or its latest changed rows, in milliseconds since 1970. */
  readonly asOf: number
  /** Rows of the whole list. */
  readonly count: number
  readonly pages: number
  /** False for a first copy that is not complete. */
  readonly isWhole: boolean
  readonly page: ReadPage<Row>
}

/** How the rows of a stored list are read. */
export interface StoredRows<Row> {
  /** Checks a stored page. Null when it is invalid. */
  readonly unpack: (stored: unknown) => Page<Row> | null
  /** How changed rows are applied. */
  readonly changes: RowChanges<Row>
}

/** The complete stored copy of a list, or the incomplete one if there is no other; null for none. */
export async function storedList<Row extends object>(
  queryKey: QueryKey,
  { unpack, changes }: StoredRows<Row>,
): Promise<StoredList<Row> | null> {
  const whole = await readCopy(headHash(queryKey))
  const found = whole ?? (await readCopy(nextHash(queryKey)))
  if (found === null || found.pages === 0) return null
  const pages = storedPages(queryKey, found, unpack)
  const changed = await readChangedRows(queryKey, found, changes)
  const asOf = changed?.asOf ?? found.asOf
  // The changes are counted against the rows in the pages. The server's count may be from another moment than those.
  const count = changed === null ? found.count : found.rows + changed.count
  const page = changed ? changes.merged(pages, found.pages, changed) : pages
  return { asOf, count, pages: found.pages, isWhole: whole !== null, page }
}

/** Deletes all stored data of a list, because the server refuses it to this user. */
export async function dropStoredList(queryKey: QueryKey): Promise<void> {
  forgetPages(queryKey)
  const copies = await Promise.all([headHash(queryKey), nextHash(queryKey)].map(readCopy))
  const pages = copies.flatMap((found) =>
    found === null ? [] : [changedHash(queryKey, found), ...pageHashes(queryKey, found)],
  )
  await currentPersister()?.exchange([], [hashKey(queryKey), headHash(queryKey), nextHash(queryKey), ...pages])
}

/** The first page of a stored copy as a list, if the copy is newer than `asOf` (milliseconds since 1970); else null. */
export async function storedBeginning<Row>(
  stored: StoredList<Row> | null,
  asOf: number,
): Promise<QueryData<ListData<Row>> | null> {
  const first = stored !== null && stored.asOf > asOf ? await stored.page(0) : null
  if (stored === null || first === null) return null
  const data = { ...listOfPage(first), count: stored.count }
  return { data, asOf: stored.asOf, source: 'cache', isDerived: true }
}
