import { memo, useId } from 'react'
import { type ConflictRow, conflictRows } from '#src/areas/outbox/conflict/conflict-rows.ts'
import { ConflictTable } from '#src/areas/outbox/conflict/conflict-table.tsx'
import { ageWords, momentWords } from '#src/format/age.ts'
import { countOf } from '#src/format/numbers.ts'
import type { OutboxEntry } from '#src/offline/outbox/entry/entry.ts'
import { fieldsOf, describe as wordsOf } from '#src/offline/outbox/show/entry-readings.ts'
import { type Mark, WaitingMark } from '#src/ui/notice/waiting-mark.tsx'
import { useNow } from '#src/ui/use-now.ts'
import classes from '../outbox.module.css'
import type { OutboxItem, Standing } from '../outbox-items.ts'
import { type ChangeLine, changeLines, lineWords } from './change-lines.ts'
import { EntryActions } from './entry-actions.tsx'
import type { OpenedDialog } from './entry-dialog.tsx'
import { EntryFiles } from './entry-files.tsx'
import { stateWords } from './entry-words.ts'
import { reasonsOf, reasonWords } from './refusal.ts'

const MARKS: Record<Standing, Mark | null> = {
  waiting: 'waiting',
  sending: 'sending',
  sign_in: 'sign_in',
  password: 'password',
  conflict: 'attention',
  refused: 'attention',
  unreadable: 'attention',
  done: null,
  discarded: null,
}

const ASKS_WHY: ReadonlySet<Standing> = new Set(['waiting', 'conflict', 'refused'])

interface EntryCardProps {
  readonly item: OutboxItem
  /** No later change concerns the same records. */
  readonly isLatest: boolean
  /** The change that must be settled before this one is sent. */
  readonly heldBy: OutboxEntry | undefined
  /** It was stored before the sign-in, and waits for the person's word. */
  readonly isKept: boolean
  readonly onOpen: (opened: OpenedDialog) => void
}

/** One change in plain words: about what, what, when, how it stands and why, and what can be done. */
export const EntryCard = memo(function EntryCard({ item, isLatest, heldBy, isKept, onOpen }: EntryCardProps) {
  const { standing, entry, words, madeAt } = item
  const now = useNow()
  const id = useId()
  const rows = standing === 'conflict' && entry ? conflictRows(entry) : []
  const isForWord = isKept && standing === 'waiting'
  // Theirs and yours, field by field, say more than the server's sentence about them; and what came of a try before the
  // sign-in is no reason any more.
  const asksWhy = rows.length === 0 && ASKS_WHY.has(standing) && entry !== null && !isForWord
  const reasons = asksWhy ? reasonsOf(entry.problem, fieldsOf(entry)).map(reasonWords) : []
  const behind = heldBy ? `Waits until this is settled: ${lineOf(heldBy)}` : null
  const waitsFor = isForWord ? 'Kept here before you signed in; it waits for your word' : behind
  const steps = entry?.earlier.length ?? 0
  return (
    <article className={classes.entry} data-standing={standing} aria-labelledby={id}>
      <h3 id={id} className={classes.record}>
        {words.record}
      </h3>
      <WhatChanged item={item} rows={rows} />
      {entry && <EntryFiles entry={entry} />}
      <p className={classes.state}>
        <WaitingMark mark={MARKS[standing]} isSilent />
        <span>
          {waitsFor ?? stateWords(item, now)}
          {reasons.length === 1 && <span>: {reasons[0]}</span>}
          {reasons.length > 1 && ':'}
        </span>
      </p>
      {reasons.length > 1 && <Reasons reasons={reasons} />}
      <p className={classes.made}>
        Made <time dateTime={new Date(madeAt).toISOString()}>{momentWords(madeAt, now)}</time> · {ageWords(madeAt, now)}
        {steps > 0 && ` · ${countOf(steps + 1, 'change')} in one`}
      </p>
      {rows.length > 0 && <ConflictTable rows={rows} />}
      <EntryActions {...{ item, rows, isLatest, onOpen }} />
    </article>
  )
})

function Reasons({ reasons }: { readonly reasons: readonly string[] }) {
  return (
    <ul className={classes.reasons}>
      {reasons.map((reason) => (
        <li key={reason}>{reason}</li>
      ))}
    </ul>
  )
}

interface WhatChangedProps {
  readonly item: OutboxItem
  /** Of a conflict: what these tell is not told twice. */
  readonly rows: readonly ConflictRow[]
}

function WhatChanged({ item: { entry, words, standing }, rows }: WhatChangedProps) {
  const lines = standing === 'unreadable' ? [] : changeLines(entry)
  if (lines.length === 0) return <p>{words.change}</p>
  return (
    <ul className={classes.lines}>
      {tellsMore(words.change, lines) && <li>{words.change}</li>}
      {lines
        .filter(({ name }) => !rows.some((row) => row.name === name))
        .map(({ name, title, was, yours }) => (
          <li key={name}>
            <span className={classes.field}>{title}:</span> {was !== null && `${was} → `}
            <span className={classes.yours}>{yours}</span>
          </li>
        ))}
    </ul>
  )
}

/** Of what is made there is nothing before: that it is new is told by the change's own words. */
function tellsMore(change: string, lines: readonly ChangeLine[]): boolean {
  return lines.every((line) => line.was === null && lineWords(line) !== change)
}

function lineOf(entry: OutboxEntry): string {
  const { record, change } = wordsOf(entry)
  return `${record}: ${change}`
}
