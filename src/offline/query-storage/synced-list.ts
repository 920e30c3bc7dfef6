import type { QueryKey } from '@tanstack/react-query'
import { readChangedRows } from './changed-rows.ts'
import type { QueryPersister } from './query-persister.ts'
import { storeChangedRows } from './store-changed-rows.ts'
import { headHash, type ListCopy, readCopy } from './stored-copy.ts'
import type { WholeList } from './whole-list.ts'

/** A list that is stored whole and whose changed rows the server sends. */
export interface SyncedList extends Pick<WholeList, 'needs' | 'unpack' | 'compare'> {
  readonly queryKey: QueryKey
}

/** Rows of a list that changed at the server. */
export interface ReceivedRows {
  readonly rows: readonly unknown[]
  /** The ids of rows that are no longer in the list. */
  readonly gone: readonly (number | string)[]
  /** The position after which they were requested. */
  readonly after: string
  /** The position that the rows reach. */
  readonly position: string
  /** When the server sent them, in milliseconds since 1970. */
  readonly asOf: number
  /** Of the user for whom the server sent them. */
  readonly persister: QueryPersister
  /** Aborted when another page may write the list. Nothing is written then. */
  readonly lost?: AbortSignal | undefined
}

async function positionOfCopy({ queryKey, unpack }: SyncedList, copy: ListCopy | null): Promise<string | null> {
  if (copy === null) return null
  return (await readChangedRows(queryKey, copy, unpack))?.position ?? copy.position ?? null
}

/**
 * Up to where the server's changes are applied to the complete stored copy; null when there is none, or when its position
 * is unknown.
 */
export const positionOfList = async (list: SyncedList): Promise<string | null> =>
  positionOfCopy(list, await readCopy(headHash(list.queryKey)))

/**
 * Applies changed rows to the complete stored copy. Returns the position that the copy then has, which is the earlier one
 * when only the position is new. Null when that is impossible: then store the list again.
 */
export async function applyRows(
  list: SyncedList,
  { rows, gone, after, persister, lost, ...how }: ReceivedRows,
): Promise<string | null> {
  const copy = await readCopy(headHash(list.queryKey))
  // The list was fetched again meanwhile: between its position and these rows, changes may be missing.
  if ((await positionOfCopy(list, copy)) !== after) return null
  const page = list.unpack({ count: 0, next: null, previous: null, results: rows })
  if (copy === null || page === null) return null
  return storeChangedRows(list, { copy, persister, lost }, { ...how, rows: page.results, gone: gone.map(String) })
}
