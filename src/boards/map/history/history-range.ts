import { MAX_HISTORY_DAYS } from '#contract/boards/telematics.ts'
import { addDays, daysBetween, type IsoDay, shortDay } from '#src/format/calendar.ts'
import type { Step } from '#src/format/step.ts'
import { DAYS_IN_WEEK } from '#src/format/week.ts'
import type { DateRange } from '#src/ui/date-selector/range-choice.ts'

/** How many days a range has; both ends belong to it. */
export const daysIn = ({ startDate, endDate }: DateRange): number => daysBetween(startDate, endDate) + 1

const endingOn = (endDate: IsoDay, days: number): DateRange => ({ startDate: addDays(endDate, 1 - days), endDate })

/** Why a range can't be had; null when it can. */
export function rangeProblem(range: DateRange): string | null {
  return daysIn(range) > MAX_HISTORY_DAYS ? `At most ${MAX_HISTORY_DAYS} days at a time.` : null
}

/**
 * The days that an address means: the last seven unless it says others. Days to come are left out, days in the wrong order
 * change places, and of too many the last are taken.
 */
export function historyRange(from: IsoDay | undefined, to: IsoDay | undefined, today: IsoDay): DateRange {
  const [first, last] = from !== undefined && to !== undefined && to < from ? [to, from] : [from, to]
  const start = first ?? last
  if (start === undefined || start > today) return endingOn(today, DAYS_IN_WEEK)
  const endDate = last === undefined || last > today ? today : last
  const whole = { startDate: start, endDate }
  return rangeProblem(whole) === null ? whole : endingOn(endDate, MAX_HISTORY_DAYS)
}

/** "11/16/26 – 11/22/26". */
export const rangeWords = ({ startDate, endDate }: DateRange): string =>
  startDate === endDate ? shortDay(startDate) : `${shortDay(startDate)} – ${shortDay(endDate)}`

/** Why an address's days are not the ones that are shown; null where they are. Days in the wrong order are. */
export function rangeNote(
  { from, to }: { readonly from?: IsoDay | undefined; readonly to?: IsoDay | undefined },
  shown: DateRange,
): string | null {
  const asked = [from, to].filter((day) => day !== undefined).toSorted()
  const [first, last] = [asked[0], asked.at(-1)]
  if (first === undefined || last === undefined) return null
  const words = rangeWords(shown)
  if (first > shown.endDate) return `There is no history of days to come. Shown are ${words}.`
  if (first < shown.startDate)
    return `At most ${MAX_HISTORY_DAYS} days at a time. Shown are the last of them, ${words}.`
  return last > shown.endDate ? `There is no history of days to come. Shown is what has passed.` : null
}

/** As many days just before, or just after as far as today. */
export function steppedRange(range: DateRange, direction: 'back' | 'on', today: IsoDay): DateRange {
  const days = daysIn(range)
  const endDate = addDays(range.endDate, direction === 'back' ? -days : days)
  return endingOn(endDate > today ? today : endDate, days)
}

interface AskedDays {
  readonly from?: IsoDay | undefined
  readonly to?: IsoDay | undefined
  readonly period?: number | undefined
}

/** What a step changes in an address; nothing where it leads to the same days. */
export function searchOfRange({ from, to }: AskedDays, step: Step<DateRange>, today: IsoDay): AskedDays {
  const range = historyRange(from, to, today)
  const { startDate, endDate } = step(range)
  const isSame = startDate === range.startDate && endDate === range.endDate
  return isSame ? {} : { from: startDate, to: endDate, period: undefined }
}
