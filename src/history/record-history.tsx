import type { HistoryEntry, RecordKind } from '#contract/wire/record.ts'
import { countOf } from '#src/format/numbers.ts'
import { useMark } from '#src/offline/outbox/show/use-outbox.ts'
import type { ListQuery } from '#src/offline/reading/list-query.ts'
import { type ReadList, useList } from '#src/offline/reading/use-list.ts'
import { Dialog } from '#src/ui/dialog/dialog.tsx'
import { WaitingMark } from '#src/ui/notice/waiting-mark.tsx'
import { AgeLabel } from '#src/ui/status/age-label.tsx'
import { ChangeEntry } from './change-entry.tsx'
import { type HistoryWords, historyChanges } from './history-changes.ts'
import { HistoryEnd } from './history-end.tsx'
import { HistoryPlaceholder } from './history-placeholder.tsx'
import classes from './record-history.module.css'

interface HistoryDialogProps {
  /** The record's name: "Maria Lopez". */
  readonly record: string
  readonly query: ListQuery<HistoryEntry>
  /** The area's texts for its fields. Other fields are shown by their name on the wire. */
  readonly words: HistoryWords
  /** The record kind on the device. One line mentions waiting changes, which are not in the history yet. */
  readonly kind: Pick<RecordKind<never>, 'name'>
  readonly recordKey: string
  readonly onClose: () => void
}

/** The history of a record: author, time, fields, old and new values. It works offline once the user has opened it. */
export function HistoryDialog({ record, query, words, kind, recordKey, onClose }: HistoryDialogProps) {
  const list = useList(query)
  const changes = historyChanges(list.rows)
  return (
    <Dialog title={`History of ${record}`} size="lg" onClose={onClose}>
      <HistoryNote list={list} shown={changes.length} />
      <WaitingLine kind={kind} recordKey={recordKey} />
      {changes.length === 0 ? (
        <HistoryPlaceholder list={list} />
      ) : (
        <ol className={classes.changes} aria-label="Changes, newest first">
          {changes.map((change) => (
            <ChangeEntry key={change.version} change={change} words={words} />
          ))}
        </ol>
      )}
      <HistoryEnd list={list} />
    </Dialog>
  )
}

interface HistoryNoteProps {
  readonly list: ReadList<HistoryEntry>
  /** The number of changes in the rows loaded so far. */
  readonly shown: number
}

function HistoryNote({ list, shown }: HistoryNoteProps) {
  if (list.state !== 'ready') return null
  return (
    <p className={classes.note}>
      {list.hasMore ? `The last ${countOf(shown, 'change')}` : countOf(shown, 'change')} ·{' '}
      <AgeLabel at={list.updatedAt} form="as_of" /> · Central time
      {list.isRefreshing ? ' · refreshing' : ''}
    </p>
  )
}

function WaitingLine({ kind, recordKey }: Pick<HistoryDialogProps, 'kind' | 'recordKey'>) {
  const mark = useMark(kind, recordKey)
  if (mark === null) return null
  return (
    <p className={classes.waiting}>
      <WaitingMark mark={mark} isSilent />
      <span>Changes that wait on this device are not in it yet. They stand in the Outbox.</span>
    </p>
  )
}
