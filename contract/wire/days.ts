import * as z from 'zod/mini'
import { DAY_BOUNDS, type DayBounds } from './day-bounds.ts'
import { isoDate } from './record.ts'

/** The message for a day out of bounds. */
export const boundsWords = ({ first, last }: DayBounds): string =>
  `Enter a date between ${first.slice(0, 4)} and ${last.slice(0, 4)}.`

/** Whether a text is a date, within any bounds or not. */
export const isDay = (text: string): boolean => isoDate.safeParse(text).success

// An impossible date (Feb 30) reports only that problem, not the bounds too.
const dayWithin = (bounds: DayBounds) =>
  isoDate.check(
    z.refine((day) => !isDay(day) || (day >= bounds.first && day <= bounds.last), { error: () => boundsWords(bounds) }),
  )

/**
 * A day in a request, `yyyy-MM-dd`, within the bounds of its kind of field. Days in responses are `isoDate`. A new kind
 * must be added to the test that finds fields without bounds (`tests/contract/days.test.ts`).
 */
export type TypedDay = ReturnType<typeof dayWithin>

/** A day from a device's clock, which may be wrong. The server moves it into the last 90 days. */
export const clockDay = dayWithin({ first: '0001-01-01', last: '9999-12-31' })
export const paperDay = dayWithin(DAY_BOUNDS.paper)
export const unitDay = dayWithin(DAY_BOUNDS.unit)
export const statusDay = dayWithin(DAY_BOUNDS.status)
export const inspectionDay = dayWithin(DAY_BOUNDS.inspection)
export const scheduleDate = dayWithin(DAY_BOUNDS.schedule)
export const reportDay = dayWithin(DAY_BOUNDS.report)
