import { chicagoDay, chicagoHour, weekdayOf } from '#server/records/calendar.ts'

/** Hours in Chicago. From noon on, the morning's mail would be out of date. */
const FROM_HOUR = 6
const UNTIL_HOUR = 12
const SATURDAY = 6
const SUNDAY = 0

/**
 * The company's day whose digest may be sent at `now`; null on Saturdays, Sundays, before 06:00 Central and from noon
 * on.
 */
export function digestDay(now: Date): string | null {
  const hour = chicagoHour(now)
  if (hour < FROM_HOUR || hour >= UNTIL_HOUR) return null
  const day = chicagoDay(now)
  const weekday = weekdayOf(day)
  return weekday === SATURDAY || weekday === SUNDAY ? null : day
}

/** Whether a digest queued at `queuedAt` is out of date at `at`: it is sent on its own morning or not at all. */
export function isDigestOver(queuedAt: Date, at: Date): boolean {
  return digestDay(at) !== chicagoDay(queuedAt)
}
