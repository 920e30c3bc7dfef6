import type { RecordKind } from '#contract/wire/record.ts'
import { useFold } from '#src/offline/fold/use-fold.ts'
import type { RecordQuery } from './record-query.ts'
import { type Reading, useReading, useSameQuery } from './use-reading.ts'

export interface ReadRecord<Row> extends Reading {
  /** The record with the waiting changes applied, or as this device created it; null while there is nothing to show. */
  readonly row: Row | null
  /** A waiting change removes it. */
  readonly isRemoved: boolean
}

/**
 * Reads one record from memory, this device or the server, whichever has it first. `key`: its key on this device, for a
 * record that was created here and is not sent.
 */
export function useRecord<Row extends object>(
  declared: RecordQuery<Row>,
  kind: RecordKind<Row>,
  key: string,
): ReadRecord<Row> {
  const query = useSameQuery(declared)
  const { known, ...reading } = useReading(query.options)
  const fold = useFold(known?.asOf)
  // The server does not know an unsent record, so the query's error is ignored when a waiting change creates the
  // record.
  const ownRow = known === undefined ? (fold.find(kind, key) ?? null) : fold.row(kind, known.data)
  const row = ownRow && query.overlay(ownRow, fold)
  const isRemoved = fold.isRemoved(kind, row === null ? key : kind.keyOf(row))
  return { ...reading, state: row === null ? reading.state : 'ready', row, isRemoved }
}
