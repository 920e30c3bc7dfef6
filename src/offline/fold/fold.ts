import type { RecordKind } from '#contract/wire/record.ts'
import type { Effect, RecordKey } from '../command.ts'
import type { ListRules } from './fold-list.ts'

/** One change, as the fold reads it. */
export interface FoldEntry {
  readonly effects: readonly Effect[]
  /**
   * Once settled: the records' versions from the server's response; null before. A row at that version or a later one
   * already contains the change and is not changed again.
   */
  readonly settled: ReadonlyMap<RecordKey, number> | null
  /** When it was settled, in milliseconds since 1970; null before, or when unknown. */
  readonly settledAt?: number | null
  /** Data of the server from this moment on has the change, in milliseconds since 1970; absent while unknown. */
  readonly inDataFrom?: number
}

/**
 * Applies the optimistic effects of the outbox to the server's rows. Pure. A row that no change concerns is returned as
 * the same object. The same row and the same changes always give the same object.
 */
export interface Fold {
  /** The fold for data that the server sent at this moment: without the changes that such data has. */
  at(asOf: number): Fold
  /** Whether any change concerns rows of this kind. */
  has(kind: { readonly name: string }): boolean
  /** Keys of the records of this kind that changes concern, so that callers can skip all other rows. */
  keys(kind: { readonly name: string }): Iterable<string>
  /** One row with the changes applied. Returns a removed row unchanged: use `isRemoved` or `overlay` to detect it. */
  row<Row extends object>(kind: RecordKind<Row>, row: Row): Row
  /** One row with the changes applied; undefined if a change removes it. */
  overlay<Row extends object>(kind: RecordKind<Row>, row: Row): Row | undefined
  /**
   * The row of a record that the server has not sent: the created row, or the row that the user saw, with the changes
   * applied.
   */
  find<Row extends object>(kind: RecordKind<Row>, key: string): Row | undefined
  /** Whether the changes end with the record removed. */
  isRemoved(kind: { readonly name: string }, key: string): boolean
  /** A list with the changes applied: rows change, leave, arrive and move. The same array when nothing changes. */
  rows<Row extends object>(kind: RecordKind<Row>, rows: readonly Row[], rules?: ListRules<Row>): readonly Row[]
  /** What to add to the server's count so that it includes the changes, those on pages that are not loaded too. */
  countChange<Row extends object>(kind: RecordKind<Row>, rows: readonly Row[], rules?: ListRules<Row>): number
}

/** The fold of no changes. */
export const emptyFold: Fold = {
  at: () => emptyFold,
  has: () => false,
  keys: () => [],
  row: (_kind, row) => row,
  overlay: (_kind, row) => row,
  find: () => undefined,
  isRemoved: () => false,
  rows: (_kind, rows) => rows,
  countChange: () => 0,
}
