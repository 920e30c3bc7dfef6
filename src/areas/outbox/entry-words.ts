import * as z from 'zod/mini'
import { DUTY_STATUSES } from '#contract/duty.ts'
import { conflictProblem, problemText } from '#contract/problem.ts'
import { momentWords, untilWords } from '#src/format/age.ts'
import { countOf } from '#src/format/numbers.ts'
import type { EntryProblem, EntryState, OutboxEntry } from '#src/offline/outbox/entry.ts'

/** The groups of the Outbox, in the order in which they ask for something. */
export const OUTBOX_GROUPS = [
  { name: 'attention', title: 'Needs attention', states: ['conflict', 'refused', 'unreadable'] },
  { name: 'sign_in', title: 'Sign in first', states: ['sign_in'] },
  { name: 'waiting', title: 'Waiting', states: ['sending', 'waiting'] },
  { name: 'done', title: 'Done', states: ['done'] },
] as const satisfies readonly { name: string; title: string; states: readonly EntryState[] }[]

export interface OutboxGroup {
  readonly name: (typeof OUTBOX_GROUPS)[number]['name']
  readonly title: string
  readonly entries: readonly OutboxEntry[]
}

/** Entries by what they ask of the person, oldest first within; groups without any are left out. */
export function groupsOf(entries: readonly OutboxEntry[]): readonly OutboxGroup[] {
  return OUTBOX_GROUPS.map(({ name, title, states }) => ({
    name,
    title,
    entries: entries.filter((entry) => (states as readonly EntryState[]).includes(entry.state)),
  })).filter((group) => group.entries.length > 0)
}

const STATE_WORDS: Record<EntryState, string> = {
  waiting: 'Waiting to be sent',
  sending: 'Being sent',
  sign_in: 'Sign in again, then it is sent',
  conflict: 'Somebody else changed the same in the meantime',
  refused: 'The server refused it',
  unreadable: 'This version of the app does not know this change; it is kept',
  done: 'The server has it',
}

/** "Waiting to be sent · tried 3 times, next try in 40 s". */
export function stateWords(entry: OutboxEntry, now: number): string {
  const words = STATE_WORDS[entry.state]
  if (entry.state !== 'waiting' || entry.attempts === 0) return words
  const next = entry.nextTryAt > now ? `, next try ${untilWords(entry.nextTryAt, now)}` : ''
  return `${words} · tried ${countOf(entry.attempts, 'time')}${next}`
}

/** Why the last attempt did not end well, with the server's own words where it gave any; empty when there is nothing to say. */
export function whyWords(problem: EntryProblem | null): string {
  if (problem === null) return ''
  if (problem.kind === 'network') return 'The server could not be reached.'
  if (problem.kind === 'timeout') return 'The server did not answer in time.'
  if (problem.kind === 'not_ours')
    return 'Something else answered in place of the server: a sign-in page of this network?'
  const said = problemText(problem.body)
  if (said !== '') return said
  return (problem.status ?? 0) >= 500
    ? `The server has trouble (${problem.status}).`
    : `The server answered ${problem.status}.`
}

export interface FieldConflict {
  readonly field: string
  readonly theirs: string
  readonly yours: string
}

/** Field by field what the record says now and what was to be said; empty when the server did not tell. */
export function conflictsOf(problem: EntryProblem | null): readonly FieldConflict[] {
  const parsed = z.safeParse(conflictProblem, problem?.body)
  if (!parsed.success) return []
  return Object.entries(parsed.data.conflicts).map(([field, { theirs, yours }]) => ({
    field: fieldTitle(field),
    theirs: valueWords(theirs),
    yours: valueWords(yours),
  }))
}

/** "status_date_from" → "Status date from". */
function fieldTitle(field: string): string {
  const words = field.replaceAll('_', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

function valueWords(value: unknown): string {
  if (value === null || value === undefined || value === '') return '–'
  const status = DUTY_STATUSES.find((one) => one.value === value)
  if (status) return status.title
  return typeof value === 'string' || typeof value === 'number' ? String(value) : JSON.stringify(value)
}

/** All of a change as text, to be kept elsewhere before it is discarded. */
export function contentText(
  entry: OutboxEntry,
  words: { readonly record: string; readonly change: string },
  now: number,
): string {
  return [
    words.record,
    words.change,
    `Made ${momentWords(entry.madeAt, now)} · ${STATE_WORDS[entry.state]}${entry.problem ? ` · ${whyWords(entry.problem)}` : ''}`,
    JSON.stringify(entry.input, null, 2),
  ].join('\n')
}
