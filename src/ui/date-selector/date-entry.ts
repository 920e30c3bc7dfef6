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
import { beginsAfter, type DateProblem, endsBefore, readTyped } from './typed-date.ts'

/** From or To. */
export type End = keyof DateChoice

/** What stands in an input and is not a day yet. `isLeft`: the person has gone on, so it is time to say what is wrong. */
interface Draft {
  readonly text: string
  readonly isLeft: boolean
}

/** All that a selector knows: what is chosen, what is being typed, and the day that the calendar stands on. */
export interface DateEntry {
  readonly choice: DateChoice
  readonly drafts: Readonly<Record<End, Draft | null>>
  readonly cursor: IsoDay
  /** The first day of a range was picked just now, and the next pick ends it. A start that stood here before is replaced. */
  readonly awaitsEnd: boolean
}

const NO_DRAFTS: DateEntry['drafts'] = { startDate: null, endDate: null }

/** A selector as it is opened; it shows the month of its first day, or of today. */
export function openedEntry(choice: DateChoice, today: IsoDay, bounds: Bounds): DateEntry {
  return { choice, drafts: NO_DRAFTS, cursor: nearestSelectable(choice.startDate ?? today, bounds), awaitsEnd: false }
}

/** A day picked in the calendar: what was half typed is given up. */
export function picked(entry: DateEntry, day: IsoDay, isRange: boolean): DateEntry {
  const choice = pickDay(entry.choice, day, entry.awaitsEnd)
  return { choice, drafts: NO_DRAFTS, cursor: day, awaitsEnd: isRange && !entry.awaitsEnd }
}

/**
 * A character typed into From or To: it counts once it makes a day that can be chosen, until then nothing changes. A day on
 * the wrong side of the other end waits for that one to be typed as well: nothing else is ever changed by it.
 */
export function typed(entry: DateEntry, end: End, text: string, bounds: Bounds): DateEntry {
  const day = dayFor(entry, end, text, bounds)
  if (day === null) return { ...entry, drafts: { ...entry.drafts, [end]: { text, isLeft: false } } }
  const now = { ...entry, ...withEnd(entry, end, day), cursor: day, awaitsEnd: false }
  const other = end === 'startDate' ? 'endDate' : 'startDate'
  const waiting = now.drafts[other] && dayFor(now, other, now.drafts[other].text, bounds)
  return waiting ? { ...now, ...withEnd(now, other, waiting) } : now
}

/** The day that a text means for one end; null while it is none that can be chosen there. */
function dayFor({ choice }: DateEntry, end: End, text: string, bounds: Bounds): IsoDay | null {
  const read = readTyped(text, bounds)
  return read.kind === 'day' && !isBackwards(choice, end, read.day) ? read.day : null
}

function withEnd({ choice, drafts }: DateEntry, end: End, day: IsoDay): Pick<DateEntry, 'choice' | 'drafts'> {
  return { choice: replaceEnd(choice, end, day), drafts: { ...drafts, [end]: null } }
}

/**
 * The person leaves From or To: a day in another form than ours (12/05/27) counts now, for it was not known whether more
 * comes; an empty input shows its day again, a bad one says what is wrong.
 */
export function left(entry: DateEntry, end: End, bounds: Bounds): DateEntry {
  const draft = entry.drafts[end]
  if (draft === null) return entry
  const now = typed(entry, end, dayFromText(draft.text) ?? draft.text, bounds)
  const still = now.drafts[end]
  if (still === null) return now
  const isEmpty = readTyped(still.text, bounds).kind === 'empty'
  return { ...now, drafts: { ...now.drafts, [end]: isEmpty ? null : { ...still, isLeft: true } } }
}

/** The person has typed all, and wants to submit. */
export function finished(entry: DateEntry, bounds: Bounds): DateEntry {
  return left(left(entry, 'startDate', bounds), 'endDate', bounds)
}

export function emptied(entry: DateEntry): DateEntry {
  return { ...entry, choice: NOTHING_CHOSEN, drafts: NO_DRAFTS, awaitsEnd: false }
}

/** What stands in From or To. */
export function textOf({ choice, drafts }: DateEntry, end: End): string {
  return drafts[end]?.text ?? choice[end] ?? ''
}

/** What is to be said of From or To: of something unfinished, or on the wrong side of the other, only once it was left. */
export function problemAt({ choice, drafts }: DateEntry, end: End, bounds: Bounds): DateProblem | null {
  const draft = drafts[end]
  if (draft === null) return null
  const read = readTyped(draft.text, bounds)
  if (!draft.isLeft && (read.kind === 'day' || read.kind === 'unfinished')) return null
  if (read.kind !== 'day') return read.problem
  return end === 'startDate' ? endsBefore(choice.endDate) : beginsAfter(choice.startDate)
}

/** Whether something stands in From or To that is not chosen yet. */
export const isBeingTyped = ({ drafts }: DateEntry) => Object.values(drafts).some((draft) => draft !== null)

/** The start by itself, without an end: as it is typed, wherever the end lies; null while it is no day. */
export function startAlone({ choice, drafts: { startDate: draft } }: DateEntry, bounds: Bounds): IsoDay | null {
  if (draft === null) return choice.startDate
  const read = readTyped(dayFromText(draft.text) ?? draft.text, bounds)
  return read.kind === 'day' ? read.day : read.kind === 'empty' ? choice.startDate : null
}

/** What can be submitted; nothing while a day is missing, or something stands in an input that is no day. */
export function submittable(entry: DateEntry, isRange: boolean, bounds: Bounds): SubmittedDates | null {
  const { choice, drafts } = finished(entry, bounds)
  return Object.values(drafts).some((draft) => draft !== null) ? null : submittedDates(choice, isRange)
}
