import { Button } from '@mantine/core'
import { useEffect, useState } from 'react'
import { type DuplicateExpense, type DuplicateState, duplicateKind } from '#contract/expenses/duplicate-expenses.ts'
import { chicagoMoment } from '#src/format/chicago.ts'
import { countOf, formatCount, formatMoney } from '#src/format/numbers.ts'
import { ListEnd } from '#src/list/list-end.tsx'
import { useMark } from '#src/offline/outbox/show/use-outbox.ts'
import { type ReadList, useList } from '#src/offline/reading/use-list.ts'
import { Question } from '#src/ui/dialog/question.tsx'
import { toastFailure } from '#src/ui/notice/toast.ts'
import { WaitingMark } from '#src/ui/notice/waiting-mark.tsx'
import { DUPLICATES_PAGE, decidedDuplicates, openDuplicates } from './duplicate-queries.ts'
import own from './duplicates.module.css'
import { decide } from './import-acts.ts'
import { expenseWords, KIND_TITLES } from './import-words.ts'
import classes from './imports.module.css'

const act = (duplicates: readonly DuplicateExpense[], to: DuplicateState) =>
  void decide(duplicates, to).catch(toastFailure)

/** Expenses from earlier reports that seem to be in the books twice; nothing when there are none. */
export function Duplicates() {
  const open = useList(openDuplicates)
  const decided = useList(decidedDuplicates)
  if (open.count + decided.count === 0) return null
  return (
    <section className={classes.panel} aria-labelledby="duplicates" tabIndex={-1}>
      <OpenDuplicates list={open} />
      <DecidedDuplicates list={decided} />
    </section>
  )
}

interface ShownRows {
  readonly rows: readonly DuplicateExpense[]
  /** Shows more rows; null when all are shown. */
  readonly more: (() => void) | null
}

/** The number of rows shown at first, and the number added by each "Show more". */
const SHOWN = [5, DUPLICATES_PAGE] as const

function useShown({ rows, hasMore, isLoadingMore, moreProblem, loadMore }: ReadList<DuplicateExpense>): ShownRows {
  const [most, setMost] = useState<number>(SHOWN[0])
  const canLoad = hasMore && !isLoadingMore && moreProblem === null
  const isShort = canLoad && most > rows.length
  // Also when the list was not ready at the click, or rows have disappeared since.
  useEffect(() => {
    if (isShort) loadMore()
  }, [isShort, loadMore])
  const more = () => setMost(most + SHOWN[1])
  return { rows: rows.slice(0, most), more: most < rows.length || canLoad ? more : null }
}

function OpenDuplicates({ list }: { readonly list: ReadList<DuplicateExpense> }) {
  const [isAsking, setIsAsking] = useState(false)
  const shown = useShown(list)
  const { count } = list
  const { rows } = shown
  const sum = formatMoney(rows.reduce((cents, { again }) => cents + Math.round(again.amount * 100), 0) / 100)
  return (
    <>
      <div className={classes.badHead}>
        <h2 id="duplicates">{count === 0 ? 'No more possible duplicates' : countOf(count, 'possible duplicate')}</h2>
        {rows.length > 1 ? (
          <Button variant="default" onClick={() => setIsAsking(true)}>
            Remove {rows.length < count ? `these ${formatCount(rows.length)}` : `all ${formatCount(count)}`}
          </Button>
        ) : null}
      </div>
      {count === 0 ? null : (
        <>
          <p className={classes.note}>
            Each of these expenses seems to be in the books twice. Remove the row that counts it again, or keep both if
            they are two expenses.
          </p>
          <DuplicateRows list={list} shown={shown} label="Possible duplicates" />
        </>
      )}
      {isAsking ? (
        <Question
          title={`Remove ${countOf(rows.length, 'row')}?`}
          confirm="Remove"
          isDanger
          onConfirm={() => act(rows, 'removed')}
          onClose={() => setIsAsking(false)}
        >
          <p>
            {sum} in all {rows.length === 1 ? 'goes' : 'go'} from the figures of trucks and drivers. Each row can be put
            back.
          </p>
        </Question>
      ) : null}
    </>
  )
}

function DecidedDuplicates({ list }: { readonly list: ReadList<DuplicateExpense> }) {
  const [isShown, setIsShown] = useState(false)
  const shown = useShown(list)
  if (list.count === 0) return null
  return (
    <>
      <Button variant="subtle" className={own.shows} aria-expanded={isShown} onClick={() => setIsShown((was) => !was)}>
        {isShown ? 'Hide' : 'Show'} {countOf(list.count, 'decided one')}
      </Button>
      {isShown ? <DuplicateRows list={list} shown={shown} label="Decided duplicates" /> : null}
    </>
  )
}

interface DuplicateRowsProps {
  readonly list: ReadList<DuplicateExpense>
  readonly shown: ShownRows
  readonly label: string
}

function DuplicateRows({ list, shown, label }: DuplicateRowsProps) {
  return (
    <>
      <ul className={own.pairs} aria-label={label}>
        {shown.rows.map((row) => (
          <DuplicateRow key={duplicateKind.keyOf(row)} row={row} />
        ))}
      </ul>
      <ListEnd list={list} />
      {shown.more ? (
        <Button variant="default" onClick={shown.more}>
          Show more
        </Button>
      ) : null}
    </>
  )
}

/** Moves the focus to the next row, or to the section, because the decided row leaves this list. */
function focusBeside(button: HTMLElement): void {
  const row = button.closest('li')
  const neighbor = row?.nextElementSibling ?? row?.previousElementSibling
  const next = neighbor?.querySelector('button') ?? button.closest('section')
  next?.focus()
}

/** The text about the row's state, next to its amount. */
const STATES: Readonly<Record<DuplicateState, (row: DuplicateExpense) => string>> = {
  open: ({ is_sure }) => (is_sure ? 'the same expense' : 'looks the same'),
  removed: () => 'removed',
  kept: () => 'two expenses',
}

function DuplicateRow({ row }: { readonly row: DuplicateExpense }) {
  const { kind, state, stays, again, decided_by, decided_at } = row
  const mark = useMark(duplicateKind, duplicateKind.keyOf(row))
  const of = `${formatMoney(again.amount)} of ${again.from}`
  const button = (words: string, to: DuplicateState) => (
    <Button
      variant="default"
      aria-label={`${words}: ${of}`}
      onClick={({ currentTarget }) => {
        focusBeside(currentTarget)
        act([row], to)
      }}
    >
      {words}
    </Button>
  )
  return (
    <li className={classes.batch}>
      <div className={classes.batchWords}>
        <span className={classes.batchName}>
          <strong>{formatMoney(again.amount)}</strong> {KIND_TITLES[kind]} · {STATES[state](row)}{' '}
          <WaitingMark mark={mark} />
        </span>
        <span>
          <small>Stays</small> {expenseWords(stays)} · {stays.from}
        </span>
        <span>
          <small>{state === 'kept' ? 'Stays as well' : 'Counts it again'}</small> {expenseWords(again)} · {again.from}
        </span>
        {decided_at === null ? null : (
          <small>
            Decided by {decided_by ? `${decided_by.first_name} ${decided_by.last_name}`.trim() : 'a former user'},{' '}
            {chicagoMoment(Date.parse(decided_at))}
          </small>
        )}
      </div>
      <div className={own.acts}>
        {state === 'open' ? (
          <>
            {button('Remove', 'removed')}
            {button('Keep both', 'kept')}
          </>
        ) : (
          button(state === 'removed' ? 'Put back' : 'Ask again', 'open')
        )}
      </div>
    </li>
  )
}
