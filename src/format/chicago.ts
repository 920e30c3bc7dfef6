import { lightFormat } from 'date-fns'
import { toZonedTime } from 'date-fns-tz'
import type { IsoDay } from './calendar.ts'

/** The company's clock: "today", week boundaries and all times on screen. */
export const COMPANY_ZONE = 'America/Chicago'

/** The company's calendar day at an instant, wherever the device stands. */
export function chicagoDay(at: Date | number): IsoDay {
  return lightFormat(toZonedTime(at, COMPANY_ZONE), 'yyyy-MM-dd')
}

/** The company's time of day at an instant, "14:05". */
export function chicagoTime(at: Date | number): string {
  return lightFormat(toZonedTime(at, COMPANY_ZONE), 'HH:mm')
}

/** An instant to the minute as records of the past are told, "11/21/26 2:05 PM" (company time). */
export function chicagoMoment(at: Date | number): string {
  return lightFormat(toZonedTime(at, COMPANY_ZONE), 'MM/dd/yy h:mm a')
}
