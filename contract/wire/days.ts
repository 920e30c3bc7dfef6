import * as z from 'zod/mini'
import { DAY_BOUNDS, type DayBounds } from './day-bounds.ts'
import { isoDate } from './record.ts'

/** What is said of a day beyond the bounds. */
export const boundsWords = ({ first, last }: DayBounds): string =>
  `Enter a date between ${first.slice(0, 4)} and ${last.slice(0, 4)}.`

/** Whether a text is a day at all, whatever its bounds. */
export const isDay = (text: string): boolean => isoDate.safeParse(text).success

// What is no day at all is told as that alone.
const dayWithin = (bounds: DayBounds) =>
  isoDate.check(
    z.refine((day) => !isDay(day) || (day >= bounds.first && day <= bounds.last), { error: () => boundsWords(bounds) }),
  )

/**
 * A day that a person or a program may give, `yyyy-MM-dd`, by the kind of its field; what is answered is `isoDate`. Whoever
 * adds a kind adds it to the test that looks for fields without one.
 */
export type TypedDay = ReturnType<typeof dayWithin>

/** A day by the clock of a device, which may be anything: the server keeps it within the last ninety. */
export const clockDay = dayWithin({ first: '0001-01-01', last: '9999-12-31' })
export const paperDay = dayWithin(DAY_BOUNDS.paper)
export const unitDay = dayWithin(DAY_BOUNDS.unit)
export const statusDay = dayWithin(DAY_BOUNDS.status)
export const inspectionDay = dayWithin(DAY_BOUNDS.inspection)
export const scheduleDate = dayWithin(DAY_BOUNDS.schedule)
export const reportDay = dayWithin(DAY_BOUNDS.report)
