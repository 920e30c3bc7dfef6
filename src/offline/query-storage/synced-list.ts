import type { QueryKey } from '@tanstack/react-query'
import type { ChangedList } from '#contract/wire/sync.ts'
import { type RowChanges, readChangedRows } from './changed-rows.ts'
import type { QueryPersister } from './query-persister.ts'
import { storeChangedRows } from './store-changed-rows.ts'
import { headHash, readCopy } from './stored-copy.ts'
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

/** The complete stored copy with the rows that changed since it was fetched, and the position of both; null for none. */
async function changedCopy({ queryKey, changes }: SyncedList) {
  const copy = await readCopy(headHash(queryKey))
  if (copy === null) return null
  const stored = await readChangedRows(queryKey, copy, changes)
  return { copy, stored, position: stored?.position ?? copy.position ?? null }
}

/**
 * Up to where the server's changes are applied to the complete stored copy; null when there is none, or when its position
 * is unknown.
 */
export const positionOfList = async (list: SyncedList): Promise<string | null> =>
  (await changedCopy(list))?.position ?? null

/**
 * Applies changed rows to the complete stored copy. Returns the position that the copy then has, which is the earlier one
 * when only the position is new. Null when that is impossible: then store the list again.
 */
export async function applyRows(
  list: SyncedList,
  { lists, after, persister, lost, ...how }: ReceivedChanges,
): Promise<string | null> {
  const found = await changedCopy(list)
  const received = list.changes.receive(lists)
  // With another position, the list was fetched again meanwhile: changes may be missing between it and these rows.
  if (found === null || found.position !== after || received === null) return null
  const { copy, stored } = found
  return storeChangedRows(list, { copy, stored, persister, lost }, { ...how, ...received })
}
