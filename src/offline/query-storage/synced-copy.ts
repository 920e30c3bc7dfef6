import type { QueryKey } from '@tanstack/react-query'
import type { RequiredAccess } from '../required-access.ts'
import { readChangedRows } from './changed-rows.ts'
import type { QueryPersister } from './query-persister.ts'
import { storeChangedRows } from './store-changed-rows.ts'
import { headHash, type ListCopy, readCopy, type StoredRows } from './stored-copy.ts'

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
}

/** The complete stored copy of a list, to which changed rows are applied. */
export interface SyncedCopy {
  /** Up to where the server's changes are applied; null when there is no complete copy, or its position is unknown. */
  readonly position: () => Promise<string | null>
  /** Applies changed rows. False when that is impossible: then store the list again. */
  readonly apply: (received: ReceivedRows) => Promise<boolean>
}

interface SyncedCopyParts<Row> extends RequiredAccess {
  readonly queryKey: QueryKey
  readonly rows: StoredRows<Row>
}

export function syncedCopy<Row extends object>({ queryKey, rows, ...needs }: SyncedCopyParts<Row>): SyncedCopy {
  const positionOf = async (copy: ListCopy | null) =>
    copy && ((await readChangedRows(queryKey, copy, rows.unpack))?.position ?? copy.position ?? null)
  return {
    position: async () => positionOf(await readCopy(headHash(queryKey))),
    async apply({ rows: received, gone, after, persister, ...how }) {
      const copy = await readCopy(headHash(queryKey))
      // The list was fetched again meanwhile: between its position and these rows, changes may be missing.
      if ((await positionOf(copy)) !== after) return false
      const page = rows.unpack({ count: 0, next: null, previous: null, results: received })
      if (copy === null || page === null) return false
      const next = { ...how, rows: page.results, gone: gone.map(String) }
      return storeChangedRows({ ...needs, queryKey, copy, rows, persister }, next)
    },
  }
}
