import type { QueryKey } from '@tanstack/react-query'
import type { ChangedList } from '#contract/wire/sync.ts'
import { type RowChanges, readChangedRows } from './changed-rows.ts'
import type { QueryPersister } from './query-persister.ts'
import { storeChangedRows } from './store-changed-rows.ts'
import { headHash, type ListCopy, readCopy } from './stored-copy.ts'
import type { WholeList } from './whole-list.ts'

/** A list that is stored whole and whose changed rows the server sends. */
export interface SyncedList extends Pick<WholeList, 'needs' | 'unpack'> {
  readonly queryKey: QueryKey
  readonly changes: RowChanges<object>
}

/** Rows that changed at the server. */
export interface ReceivedChanges {
  /** All lists that were requested or sent. The list takes those of its names. */
  readonly lists: readonly ChangedList[]
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

async function positionOfCopy({ queryKey, changes }: SyncedList, copy: ListCopy | null): Promise<string | null> {
  if (copy === null) return null
  return (await readChangedRows(queryKey, copy, changes))?.position ?? copy.position ?? null
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
  { lists, after, persister, lost, ...how }: ReceivedChanges,
): Promise<string | null> {
  const copy = await readCopy(headHash(list.queryKey))
  // The list was fetched again meanwhile: between its position and these rows, changes may be missing.
  if ((await positionOfCopy(list, copy)) !== after) return null
  const received = list.changes.receive(lists)
  if (copy === null || received === null) return null
  return storeChangedRows(list, { copy, persister, lost }, { ...how, ...received })
}
