import type { QueryKey } from '@tanstack/react-query'
import * as z from 'zod/mini'
import type { ChangedList } from '#contract/wire/sync.ts'
import type { RequiredAccess } from '../required-access.ts'
import { currentPersister, type QueryPersister } from './query-persister.ts'
import type { StoredAnswer } from './query-store.ts'
import { changedHash, type ListCopy, type ReadPage } from './stored-copy.ts'

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

/** Changes of a list: a row has its key in the field `id`. */
export interface Changes {
  readonly rows: readonly object[]
  /** Keys of rows that are no longer in the list, or never were. */
  readonly gone: readonly string[]
}

/** Changes with how many rows the list has more with them. */
export interface CountedChanges extends Changes {
  readonly count: number
}

export interface ChangedRows extends CountedChanges {
  readonly position: string
  /** When the server sent the latest change, in milliseconds since 1970. */
  readonly asOf: number
}

/** How the server's changed rows become changes of a stored list. */
export interface RowChanges<Row> {
  /** The names of the lists whose changed rows change this one. */
  readonly names: readonly string[]
  /** The changes in the rows of these lists. Null when they are invalid, or do not fit this list. */
  readonly receive: (received: readonly ChangedList[]) => Changes | null
  /** Checks the rows of stored changes. Null when they are invalid. */
  readonly unpack: (rows: readonly unknown[]) => readonly object[] | null
  /** Reads the pages of the list with changes in their places. Rows without a change keep their identity. */
  readonly merged: (readPage: ReadPage<Row>, pages: number, changes: Changes) => ReadPage<Row>
  /** Counts the rows that changes add to the pages. Null when the changes can't be applied. Default: by their keys. */
  readonly counted?: (readPage: ReadPage<Row>, pages: number, changes: Changes) => Promise<CountedChanges | null>
}

/** Records in memory, by hash, so that one more change does not read the others from the device again. */
const inMemory = new WeakMap<QueryPersister, Map<string, ChangedRows>>()

function memoryOf(persister: QueryPersister): Map<string, ChangedRows> {
  const known = inMemory.get(persister) ?? new Map<string, ChangedRows>()
  inMemory.set(persister, known)
  return known
}

/** The changed rows of a copy; null when none are stored, or when they are invalid. */
export async function readChangedRows(
  queryKey: QueryKey,
  copy: ListCopy,
  { unpack }: Pick<RowChanges<never>, 'unpack'>,
): Promise<ChangedRows | null> {
  const persister = currentPersister()
  if (persister === null) return null
  const hash = changedHash(queryKey, copy)
  const known = memoryOf(persister).get(hash)
  // Another tab may have written the record again. Each change of the rows has a later time.
  const [storedAt] = known ? await persister.agesOf([hash]) : []
  if (known !== undefined && known.asOf === storedAt) return known
  const answer = await persister.readAnswer(hash)
  const { data } = stored.safeParse(answer?.json)
  const rows = data && unpack(data.rows)
  if (!answer || !data || !rows) return null
  const read = { ...data, rows, asOf: answer.asOf }
  memoryOf(persister).set(hash, read)
  return read
}

/** The stored form of changed rows. */
export const packChangedRows = (
  hash: string,
  { position, rows, gone, count, asOf }: ChangedRows,
  needs: RequiredAccess,
): StoredAnswer => ({ hash, asOf, json: JSON.stringify({ position, rows, gone, count }), needs })

/** Notes changed rows that were just stored. */
export function noteChangedRows(persister: QueryPersister, hash: string, changed: ChangedRows): void {
  memoryOf(persister).set(hash, changed)
}

/** Drops changed rows from memory. */
export function forgetChangedRows(persister: QueryPersister, hash: string): void {
  memoryOf(persister).delete(hash)
}

/** The key of a row, as the server sends it for rows that are gone: its field `id`, which all rows of such lists have. */
export const idOf = (row: object) => ('id' in row ? `${row.id}` : '')
