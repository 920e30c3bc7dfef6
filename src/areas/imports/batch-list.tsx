import { Button } from '@mantine/core'
import { IconFileSpreadsheet } from '@tabler/icons-react'
import { useState } from 'react'
import { type ImportBatch, importBatchKind } from '#contract/expenses/imports.ts'
import { useIsMounted } from '#src/form/frame/use-is-mounted.ts'
import { formatMoney } from '#src/format/numbers.ts'
import { useNearEnd } from '#src/list/grid/use-near-end.ts'
import { ListEnd } from '#src/list/list-end.tsx'
import { ICON, ReadingPlaceholder } from '#src/list/reading-placeholder.tsx'
import { useMark } from '#src/offline/outbox/show/use-outbox.ts'
import type { ReadList } from '#src/offline/reading/use-list.ts'
import { NO_ID_YET } from '#src/record/identity.ts'
import { Question } from '#src/ui/dialog/question.tsx'
import { EmptyState } from '#src/ui/notice/empty-state.tsx'
import { toastFailure } from '#src/ui/notice/toast.ts'
import { WaitingMark } from '#src/ui/notice/waiting-mark.tsx'
import { undoImportedBatch } from './import-acts.ts'
import { daysOf, eventsOf, KIND_TITLES, notAddedWords, rowWords, sumWords } from './import-words.ts'
import classes from './imports.module.css'

/** The imported reports, the newest first. */
export function BatchList({ list }: { readonly list: ReadList<ImportBatch> }) {
  const [asking, setAsking] = useState<ImportBatch | null>(null)
  const isHere = useIsMounted()
  useNearEnd(list.hasMore && !list.isLoadingMore && list.moreProblem === null, list.loadMore, list.rows.length)
  if (list.state !== 'ready' || list.rows.length === 0) {
    return (
      <ReadingPlaceholder
        list={list}
        what="list"
        subject="The reports"
        loading={<p role="status">Loading...</p>}
        nothing={
          <EmptyState icon={<IconFileSpreadsheet {...ICON} />} title="No reports">
            There is no report yet.
          </EmptyState>
        }
      />
    )
  }
  return (
    <>
      <ul className={classes.batches} aria-label="Reports that were taken in">
        {list.rows.map((batch) => (
          <BatchRow key={importBatchKind.keyOf(batch)} batch={batch} onUndo={setAsking} />
        ))}
      </ul>
      <ListEnd list={list} />
      {asking ? (
        <Question
          title={`Take back ${asking.file_name}?`}
          confirm="Take back"
          isDanger
          onConfirm={() => void undoImportedBatch(asking, isHere).catch(toastFailure)}
          onClose={() => setAsking(null)}
        >
          <UndoWords batch={asking} />
        </Question>
      ) : null}
    </>
  )
}

/** Describes the rows that an undo removes. */
function UndoWords({ batch }: { readonly batch: ImportBatch }) {
  const { kind, row_count, first_day, last_day, amount } = batch
  const days = daysOf(first_day, last_day)
  const aside = notAddedWords(batch).join(', ')
  return (
    <>
      <p>
        {rowWords(kind, row_count)}
        {days === '' ? '' : ` of ${days}`}, {formatMoney(amount)} in all, go from the figures of trucks and drivers. The
        report stays in this list as taken back, and can be taken in again.
      </p>
      {aside === '' ? null : <p>Other rows of it added nothing: {aside}.</p>}
    </>
  )
}

interface BatchRowProps {
  readonly batch: ImportBatch
  readonly onUndo: (batch: ImportBatch) => void
}

function BatchRow({ batch, onUndo }: BatchRowProps) {
  const { id, kind, file_name, row_count, undone_at, version } = batch
  const mark = useMark(importBatchKind, importBatchKind.keyOf(batch))
  const isUnsent = id === NO_ID_YET && version === 0
  const parts = [
    KIND_TITLES[kind],
    isUnsent && row_count === 0 ? '' : `${rowWords(kind, row_count)} · ${sumWords(batch)}`,
    ...notAddedWords(batch),
  ]
  return (
    <li className={classes.batch} data-undone={undone_at !== null}>
      <div className={classes.batchWords}>
        <span className={classes.batchName}>
          <strong>{file_name}</strong> <WaitingMark mark={mark} />
        </span>
        <span>{parts.filter(Boolean).join(' · ')}</span>
        {eventsOf(batch).map((words) => (
          <small key={words}>{words}</small>
        ))}
      </div>
      {undone_at === null && !isUnsent ? (
        <Button variant="default" onClick={() => onUndo(batch)} aria-label={`Undo ${file_name}`}>
          Undo
        </Button>
      ) : null}
    </li>
  )
}
