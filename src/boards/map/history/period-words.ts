import type { DrivingPeriod } from '#contract/boards/telematics.ts'
import { dayWords, type IsoDay } from '#src/format/calendar.ts'
import { chicagoDay, chicagoTime } from '#src/format/chicago.ts'

const UNIT_LENGTH = 3

/** The miles in the vendor's text, "1,042.2 mi": the last three characters are the unit. Null for none. */
export function milesOf(distance: string | null): number | null {
  const number = distance?.slice(0, -UNIT_LENGTH).replaceAll(',', '').trim()
  const miles = number ? Number(number) : Number.NaN
  return Number.isFinite(miles) ? miles : null
}

/** The sum of several periods: miles and driving seconds. */
export interface PeriodSum {
  readonly count: number
  readonly miles: number
  readonly seconds: number
}

export function sumOf(periods: readonly DrivingPeriod[]): PeriodSum {
  return {
    count: periods.length,
    miles: periods.reduce((sum, { distance }) => sum + (milesOf(distance) ?? 0), 0),
    seconds: periods.reduce((sum, { duration }) => sum + duration, 0),
  }
}

/** The periods that began on one company day. */
export interface PeriodDay {
  readonly day: IsoDay
  readonly periods: readonly DrivingPeriod[]
  readonly sum: PeriodSum
}

/** Groups periods by the day on which they began, in their order. */
export function byDay(periods: readonly DrivingPeriod[]): readonly PeriodDay[] {
  const days = Map.groupBy(periods, ({ start_time }) => chicagoDay(Date.parse(start_time)))
  return [...days].map(([day, theirs]) => ({ day, periods: theirs, sum: sumOf(theirs) }))
}

/** The times of a period: "8:05 AM – 11:20 AM", "10:10 PM – Sun 11/22/26 3:15 AM", "8:05 AM – Under way". */
export function spanWords({ start_time, end_time }: Pick<DrivingPeriod, 'start_time' | 'end_time'>): string {
  const start = Date.parse(start_time)
  if (end_time === null) return `${chicagoTime(start)} – Under way`
  const end = Date.parse(end_time)
  const day = chicagoDay(end)
  return `${chicagoTime(start)} – ${day === chicagoDay(start) ? '' : `${dayWords(day)} `}${chicagoTime(end)}`
}
