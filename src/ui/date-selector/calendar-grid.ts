import { addDays, addMonths, firstOfMonth, type IsoDay, sundayOf } from '#src/format/calendar.ts'
import { DAYS_IN_WEEK } from '#src/format/week.ts'

/** The days that can be chosen, both limits included. */
export interface Bounds {
  readonly minDate?: IsoDay | undefined
  readonly maxDate?: IsoDay | undefined
  readonly sundaysOnly?: boolean | undefined
}

/** The most rows that any month needs: a constant height moves nothing below the calendar. */
const ROWS = 6

/** A month as rows from Sunday to Saturday; null for days of other months. */
export function weeksOfMonth(day: IsoDay): readonly (readonly (IsoDay | null)[])[] {
  const first = sundayOf(firstOfMonth(day))
  return Array.from({ length: ROWS }, (_, row) =>
    Array.from({ length: DAYS_IN_WEEK }, (_, column) => {
      const one = addDays(first, row * DAYS_IN_WEEK + column)
      return isSameMonth(one, day) ? one : null
    }),
  )
}

/** Whether the day can be chosen. */
export function isSelectable(day: IsoDay, { sundaysOnly = false, ...bounds }: Bounds): boolean {
  return day === within(day, bounds) && (!sundaysOnly || sundayOf(day) === day)
}

/** Whether the month before has a day within the bounds. */
export function hasMonthBefore(day: IsoDay, { minDate }: Bounds): boolean {
  return minDate === undefined || minDate < firstOfMonth(day)
}

/** Whether the month after has a day within the bounds. */
export function hasMonthAfter(day: IsoDay, { maxDate }: Bounds): boolean {
  return maxDate === undefined || maxDate >= firstOfMonth(addMonths(firstOfMonth(day), 1))
}

/** The cursor for a day: the day itself, or the nearest day that can be chosen, in the same month if possible. */
export function nearestSelectable(day: IsoDay, bounds: Bounds): IsoDay {
  const near = within(day, bounds)
  if (bounds.sundaysOnly !== true) return near
  const before = sundayOf(near)
  const sundays = [before, addDays(before, DAYS_IN_WEEK)].filter((one) => isSelectable(one, bounds))
  return sundays.find((one) => isSameMonth(one, near)) ?? sundays[0] ?? near
}

/** The day that a key moves to, by the usual keys of a date grid; null for other keys. */
export function dayByKey(day: IsoDay, key: string, isShift: boolean, bounds: Bounds): IsoDay | null {
  const targetDay = stepByKey(day, key, isShift, bounds.sundaysOnly === true ? DAYS_IN_WEEK : 1)
  return targetDay === null ? null : nearestSelectable(targetDay, bounds)
}

/** `side` is the step of the left and right arrows in days: 7 when only Sundays can be chosen. */
function stepByKey(day: IsoDay, key: string, isShift: boolean, side: number): IsoDay | null {
  switch (key) {
    case 'ArrowLeft':
      return addDays(day, -side)
    case 'ArrowRight':
      return addDays(day, side)
    case 'ArrowUp':
      return addDays(day, -DAYS_IN_WEEK)
    case 'ArrowDown':
      return addDays(day, DAYS_IN_WEEK)
    case 'Home':
      return sundayOf(day)
    case 'End':
      return addDays(sundayOf(day), DAYS_IN_WEEK - 1)
    case 'PageUp':
      return addMonths(day, isShift ? -12 : -1)
    case 'PageDown':
      return addMonths(day, isShift ? 12 : 1)
    default:
      return null
  }
}

/** The day, moved to the nearest limit if it is outside the bounds. */
function within(day: IsoDay, { minDate, maxDate }: Bounds): IsoDay {
  if (maxDate !== undefined && day > maxDate) return maxDate
  return minDate !== undefined && day < minDate ? minDate : day
}

function isSameMonth(one: IsoDay, other: IsoDay): boolean {
  return firstOfMonth(one) === firstOfMonth(other)
}
