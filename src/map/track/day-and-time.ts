import { dayWords } from '#src/format/calendar.ts'
import { chicagoDay, chicagoTime } from '#src/format/chicago.ts'

/** "Sat 11/21/26 14:05", Central time. */
export function dayAndTime(at: number): string {
  return `${dayWords(chicagoDay(at))} ${chicagoTime(at)}`
}
