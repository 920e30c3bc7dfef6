import type { Calendar } from '#server/demo/company/calendar.ts'
import { daysIn } from '#server/records/calendar.ts'

/** How many days a date (`yyyy-MM-dd`) lies after today; negative before. */
export const offsetOf = (calendar: Calendar, date: string): number => daysIn(calendar.today, date) - 1
