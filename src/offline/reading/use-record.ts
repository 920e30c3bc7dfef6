import type { RecordKind } from '#contract/wire/record.ts'
import { useFold } from '#src/offline/fold/use-fold.ts'
import type { RecordQuery } from './record-query.ts'
import { type Reading, useReading, useSameQuery } from './use-reading.ts'

export interface ReadRecord<Row> extends Reading {
  /** The record with waiting changes laid over, or as this device made it; null while there is nothing to show. */
  readonly row: Row | null
  /** A waiting change takes it away. */
  readonly isRemoved: boolean
}

/**
 * Reads one record of a kind: from memory, from this device, from the server; whatever is there first is shown. `key`: as
 * the device knows it, for a record that it has made and not yet sent.
 */
export function useRecord<Row extends object>(
  declared: RecordQuery<Row>,
  of: RecordKind<Row>,
  key: string,
): ReadRecord<Row> {
  const query = useSameQuery(declared)
  const fold = useFold()
  const { known, ...reading } = useReading(query.options)
  // A record that was made here is at no server yet: what that says of it is no news.
  const told = known === undefined ? (fold.find(of, key) ?? null) : fold.row(of, known.data)
  const row = told && query.overlay(told, fold)
  const isRemoved = fold.isRemoved(of, row === null ? key : of.keyOf(row))
  return { ...reading, state: row === null ? reading.state : 'ready', row, isRemoved }
}
