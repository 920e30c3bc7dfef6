import { useMemo } from 'react'
import type { HistoryWords } from '#src/history/history-changes.ts'
import { type HistoryOf, historyQuery } from '#src/history/history-query.ts'
import { HistoryDialog } from '#src/history/record-history.tsx'
import type { AppRecord } from './app-record.ts'
import type { RecordFields } from './field-list.ts'
import type { Identity } from './identity.ts'

interface RecordHistoryDialogProps<Row extends Identity, Fields extends RecordFields<Row>>
  extends Omit<HistoryOf, 'id'> {
  readonly record: AppRecord<Row, Fields>
  readonly row: Row
  /** Whose history it is; unless given, the record's title. */
  readonly name?: string
  /** The fields that the history has beside the record's own, and those that it tells otherwise. */
  readonly words?: HistoryWords
  readonly onClose: () => void
}

/** Who changed what of a record. */
export function RecordHistoryDialog<Row extends Identity, Fields extends RecordFields<Row>>({
  record: { kind, title, fields },
  row,
  name = title(row),
  area,
  endpoint,
  words,
  onClose,
}: RecordHistoryDialogProps<Row, Fields>) {
  const { id } = row
  const query = useMemo(() => historyQuery({ area, endpoint, id }), [area, endpoint, id])
  const told = useMemo(() => ({ ...fields, ...words }), [fields, words])
  return (
    <HistoryDialog record={name} query={query} words={told} kind={kind} recordKey={kind.keyOf(row)} onClose={onClose} />
  )
}
