import type { IsoDay } from '#src/format/calendar.ts'
import { dayFromText } from '#src/format/typed-day.ts'
import { type Bounds, nearestSelectable } from './calendar-grid.ts'
import {
  type DateChoice,
  isBackwards,
  NOTHING_CHOSEN,
  pickDay,
  replaceEnd,
  type SubmittedDates,
  submittedDates,
} from './range-choice.ts'
import { afterEndProblem, beforeStartProblem, type DateProblem, readTyped } from './typed-date.ts'

/** From or To. */
export type End = keyof DateChoice

/** Text in a field that is not a valid day yet. `isLeft`: the user has left the field, so the problem is shown. */
interface Draft {
  readonly text: string
  readonly isLeft: boolean
}

/** The state of a date selector: the choice, the typed texts and the calendar's cursor. */
export interface DateEntry {
  readonly choice: DateChoice
  readonly drafts: Readonly<Record<End, Draft | null>>
  readonly cursor: IsoDay
  /** The first day of a range was just picked and the next pick ends the range. Otherwise a pick starts a new range. */
  readonly awaitsEnd: boolean
}

const NO_DRAFTS: DateEntry['drafts'] = { startDate: null, endDate: null }

/** The initial state. The calendar shows the month of the first day, or of today. */
export function openedEntry(choice: DateChoice, today: IsoDay, bounds: Bounds): DateEntry {
  return { choice, drafts: NO_DRAFTS, cursor: nearestSelectable(choice.startDate ?? today, bounds), awaitsEnd: false }
}

/** Picks a day in the calendar and drops half-typed text. */
export function withPickedDay(entry: DateEntry, day: IsoDay, isRange: boolean): DateEntry {
  const choice = pickDay(entry.choice, day, entry.awaitsEnd)
  return { choice, drafts: NO_DRAFTS, cursor: day, awaitsEnd: isRange && !entry.awaitsEnd }
}

/**
 * Applies typed text to From or To. The choice changes only once the text is a day that can be chosen. A day on the
 * wrong side of the other end waits until the other field is typed too; it never changes the other end.
 */
export function withTypedText(entry: DateEntry, end: End, text: string, bounds: Bounds): DateEntry {
  const day = dayFor(entry, end, text, bounds)
  if (day === null) return { ...entry, drafts: { ...entry.drafts, [end]: { text, isLeft: false } } }
  const now = { ...entry, ...withEnd(entry, end, day), cursor: day, awaitsEnd: false }
  const other = end === 'startDate' ? 'endDate' : 'startDate'
  const waiting = now.drafts[other] && dayFor(now, other, now.drafts[other].text, bounds)
  return waiting ? { ...now, ...withEnd(now, other, waiting) } : now
}

/** The day that a text means for one end; null when it is not a day that can be chosen there. */
function dayFor({ choice }: DateEntry, end: End, text: string, bounds: Bounds): IsoDay | null {
  const read = readTyped(text, bounds)
  return read.kind === 'day' && !isBackwards(choice, end, read.day) ? read.day : null
}

function withEnd({ choice, drafts }: DateEntry, end: End, day: IsoDay): Pick<DateEntry, 'choice' | 'drafts'> {
  return { choice: replaceEnd(choice, end, day), drafts: { ...drafts, [end]: null } }
}

/**
 * Handles the user's leaving From or To. A day in another format (12/05/27) counts only now, because more characters
 * could have followed. An empty field shows its day again; an invalid field shows its problem.
 */
export function withFieldLeft(entry: DateEntry, end: End, bounds: Bounds): DateEntry {
  const draft = entry.drafts[end]
  if (draft === null) return entry
  const now = withTypedText(entry, end, dayFromText(draft.text) ?? draft.text, bounds)
  const still = now.drafts[end]
  if (still === null) return now
  const isEmpty = readTyped(still.text, bounds).kind === 'empty'
  return { ...now, drafts: { ...now.drafts, [end]: isEmpty ? null : { ...still, isLeft: true } } }
}

/** The state when the user submits: both fields count as left. */
export function submittedEntry(entry: DateEntry, bounds: Bounds): DateEntry {
  return withFieldLeft(withFieldLeft(entry, 'startDate', bounds), 'endDate', bounds)
}

export function clearedEntry(entry: DateEntry): DateEntry {
  return { ...entry, choice: NOTHING_CHOSEN, drafts: NO_DRAFTS, awaitsEnd: false }
}

/** The text of From or To. */
export function textOf({ choice, drafts }: DateEntry, end: End): string {
  return drafts[end]?.text ?? choice[end] ?? ''
}

/**
 * The problem of From or To. Unfinished text, or a day on the wrong side, is only a problem once the user has left the
 * field.
 */
export function problemAt({ choice, drafts }: DateEntry, end: End, bounds: Bounds): DateProblem | null {
  const draft = drafts[end]
  if (draft === null) return null
  const read = readTyped(draft.text, bounds)
  if (!draft.isLeft && (read.kind === 'day' || read.kind === 'unfinished')) return null
  if (read.kind !== 'day') return read.problem
  return end === 'startDate' ? afterEndProblem(choice.endDate) : beforeStartProblem(choice.startDate)
}

/** Whether From or To contains text that is not chosen yet. */
export const isBeingTyped = ({ drafts }: DateEntry) => Object.values(drafts).some((draft) => draft !== null)

/** The typed or chosen start, regardless of the end; null while it is not a day. */
export function startAlone({ choice, drafts: { startDate: draft } }: DateEntry, bounds: Bounds): IsoDay | null {
  if (draft === null) return choice.startDate
  const read = readTyped(dayFromText(draft.text) ?? draft.text, bounds)
  return read.kind === 'day' ? read.day : read.kind === 'empty' ? choice.startDate : null
}

/** The dates that can be submitted; null while a day is missing or a field contains invalid text. */
export function submittable(entry: DateEntry, isRange: boolean, bounds: Bounds): SubmittedDates | null {
  const { choice, drafts } = submittedEntry(entry, bounds)
  return Object.values(drafts).some((draft) => draft !== null) ? null : submittedDates(choice, isRange)
}
