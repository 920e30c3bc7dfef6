import { MAX_HISTORY_DAYS } from '#contract/boards/telematics.ts'
import { addDays, type IsoDay, shortDay } from '#src/format/calendar.ts'
import type { Step } from '#src/format/step.ts'
import type { DateRange } from '#src/ui/date-selector/range-choice.ts'
import { daysIn, endingOn, historyRange } from './history-range.ts'

/** A range in words: "11/16/26 – 11/22/26". */
export const rangeWords = ({ startDate, endDate }: DateRange): string =>
  startDate === endDate ? shortDay(startDate) : `${shortDay(startDate)} – ${shortDay(endDate)}`

/** Why the shown days differ from those in the URL; null if they do not. Swapped days do not count as different. */
export function rangeNote(
  { from, to }: { readonly from?: IsoDay | undefined; readonly to?: IsoDay | undefined },
  shown: DateRange,
): string | null {
  const urlDays = [from, to].filter((day) => day !== undefined).toSorted()
  const [first, last] = [urlDays[0], urlDays.at(-1)]
  if (first === undefined || last === undefined) return null
  const words = rangeWords(shown)
  if (first > shown.endDate) return `Future days have no history. Shown are ${words}.`
  if (first < shown.startDate)
    return `At most ${MAX_HISTORY_DAYS} days at a time. Shown are the last of them, ${words}.`
  return last > shown.endDate ? `Future days have no history. Shown are the days that have passed.` : null
}

/** The same number of days just before, or just after but not beyond today. */
export function steppedRange(range: DateRange, direction: 'back' | 'on', today: IsoDay): DateRange {
  const days = daysIn(range)
  const endDate = addDays(range.endDate, direction === 'back' ? -days : days)
  return endingOn(endDate > today ? today : endDate, days)
}

interface RequestedDays {
  readonly from?: IsoDay | undefined
  readonly to?: IsoDay | undefined
  readonly period?: number | undefined
}

/** The search values after a step; unchanged if the step leads to the same days. */
export function searchOfRange({ from, to }: RequestedDays, step: Step<DateRange>, today: IsoDay): RequestedDays {
  const range = historyRange(from, to, today)
  const { startDate, endDate } = step(range)
  const isSame = startDate === range.startDate && endDate === range.endDate
  return isSame ? {} : { from: startDate, to: endDate, period: undefined }
}
