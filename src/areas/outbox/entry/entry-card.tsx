import { useRouter } from '@tanstack/react-router'
import { memo, useId } from 'react'
import { type ConflictRow, conflictRows } from '#src/areas/outbox/conflict/conflict-rows.ts'
import { ConflictTable } from '#src/areas/outbox/conflict/conflict-table.tsx'
import { ageWords, momentWords } from '#src/format/age.ts'
import { countOf } from '#src/format/numbers.ts'
import type { OutboxEntry } from '#src/offline/outbox/entry/entry.ts'
import { fieldsOf, pageOf, describe as wordsOf } from '#src/offline/outbox/show/entry-readings.ts'
import { type Mark, WaitingMark } from '#src/ui/notice/waiting-mark.tsx'
import { useNow } from '#src/ui/use-now.ts'
import { useSeconds } from '#src/ui/use-seconds.ts'
import classes from '../outbox.module.css'
import type { ItemState, OutboxItem } from '../outbox-items.ts'
import { type ChangeLine, changeLines, lineWords } from './change-lines.ts'
import { EntryActions } from './entry-actions.tsx'
import type { OpenedDialog } from './entry-dialog.tsx'
import { EntryFiles } from './entry-files.tsx'
import { stateWords } from './entry-words.ts'
import { reasonsOf, reasonWords } from './refusal.ts'

const MARKS: Record<ItemState, Mark | null> = {
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

const ASKS_WHY: ReadonlySet<ItemState> = new Set(['waiting', 'conflict', 'refused'])

interface EntryCardProps {
  readonly item: OutboxItem
  /** No later change touches the same records. */
  readonly isLatest: boolean
  /** The change that blocks this one. */
  readonly blockedBy: OutboxEntry | undefined
  /** The change is held: it was saved before the sign-in and waits until the user says Send. */
  readonly isHeld: boolean
  readonly onOpen: (opened: OpenedDialog) => void
}

/** One change: its record, description, time, state, reasons and actions. */
export const EntryCard = memo(function EntryCard({ item, isLatest, blockedBy, isHeld, onOpen }: EntryCardProps) {
  const { standing, entry } = item
  const now = useCardTime(item)
  const id = useId()
  const rows = standing === 'conflict' && entry ? conflictRows(entry) : []
  const isForWord = isHeld && standing === 'waiting'
  // The table of conflicting fields says more than the server's message. And for a held change, the result of an
  // attempt before the sign-in no longer matters.
  const asksWhy = rows.length === 0 && ASKS_WHY.has(standing) && entry !== null && !isForWord
  const reasons = asksWhy ? reasonsOf(entry.problem, fieldsOf(entry)).map(reasonWords) : []
  const behind = blockedBy ? `Waits until this is settled: ${lineOf(blockedBy)}` : null
  const waitsFor = isForWord ? 'Saved here before you signed in. It waits until you press Send' : behind
  return (
    <article className={classes.entry} data-standing={standing} aria-labelledby={id}>
      <h3 id={id} className={classes.record}>
        <RecordTitle item={item} />
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
      <WhenMade item={item} now={now} />
      {rows.length > 0 && <ConflictTable rows={rows} />}
      <EntryActions {...{ item, rows, isLatest, onOpen }} />
    </article>
  )
})

/** The device's time, every second while the card counts down to the next attempt. */
function useCardTime({ standing, entry }: OutboxItem): number {
  const now = useNow()
  return useSeconds(standing === 'waiting' && entry !== null && entry.nextTryAt > now) ?? now
}

/** When the change was made, and why it offers less than a change that never left the device. */
function WhenMade({ item: { madeAt, entry, standing }, now }: Pick<EntryCardProps, 'item'> & { readonly now: number }) {
  const steps = entry?.earlier.length ?? 0
  return (
    <p className={classes.made}>
      Made <time dateTime={new Date(madeAt).toISOString()}>{momentWords(madeAt, now)}</time> · {ageWords(madeAt, now)}
      {steps > 0 && ` · ${countOf(steps + 1, 'change')} in one`}
      {standing === 'waiting' && entry?.wasSent && (
        <span className={classes.why}>
          It may have arrived: it can’t be edited any more, and discarding it here does not take it back there.
        </span>
      )}
    </p>
  )
}

/** The record's name, with a link to the record once the server has the change. */
function RecordTitle({ item: { standing, entry, words } }: Pick<EntryCardProps, 'item'>) {
  const { navigate } = useRouter()
  const page = standing === 'done' && entry !== null ? pageOf(entry) : null
  if (page === null) return words.record
  return (
    <a
      href={page}
      onClick={(event) => {
        if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
        event.preventDefault()
        void navigate({ href: page })
      }}
    >
      {words.record}
    </a>
  )
}

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
  /** The conflicting fields, which are not listed twice. */
  readonly rows: readonly ConflictRow[]
}

function WhatChanged({ item: { entry, words, standing }, rows }: WhatChangedProps) {
  const lines = standing === 'unreadable' ? [] : changeLines(entry)
  if (lines.length === 0) return <p>{words.change}</p>
  return (
    <ul className={classes.lines}>
      {saysMore(words.change, lines) && <li>{words.change}</li>}
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

/**
 * Whether the lines say more than the description. A created record has no former values, and its description says that
 * it is new.
 */
function saysMore(change: string, lines: readonly ChangeLine[]): boolean {
  return lines.every((line) => line.was === null && lineWords(line) !== change)
}

function lineOf(entry: OutboxEntry): string {
  const { record, change } = wordsOf(entry)
  return `${record}: ${change}`
}
