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
  /** The record's name in the dialog. Default: its title. */
  readonly name?: string
  /** Texts for further fields of the history, and for fields whose text differs from the record's. */
  readonly words?: HistoryWords
  readonly onClose: () => void
}

/** The history of a record: which user changed which fields. */
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
  const allWords = useMemo(() => ({ ...fields, ...words }), [fields, words])
  return (
    <HistoryDialog
      record={name}
      query={query}
      words={allWords}
      kind={kind}
      recordKey={kind.keyOf(row)}
      onClose={onClose}
    />
  )
}
