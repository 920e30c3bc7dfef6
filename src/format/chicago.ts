import { lightFormat } from 'date-fns'
import { fromZonedTime, toZonedTime } from 'date-fns-tz'
import { type IsoDay, monthName } from './calendar.ts'

/** The company's time zone: it determines "today", week boundaries and all times on screen. */
export const COMPANY_ZONE = 'America/Chicago'

/** The company's calendar day at an instant, whatever the device's time zone. */
export function chicagoDay(at: Date | number): IsoDay {
  return lightFormat(toZonedTime(at, COMPANY_ZONE), 'yyyy-MM-dd')
}

/** The company's time of day at an instant, "2:05 PM". */
export function chicagoTime(at: Date | number): string {
  return lightFormat(toZonedTime(at, COMPANY_ZONE), 'h:mm a')
}

/** An instant to the minute, as histories show it: "11/21/26 2:05 PM" (company time). */
export function chicagoMoment(at: Date | number): string {
  return lightFormat(toZonedTime(at, COMPANY_ZONE), 'MM/dd/yy h:mm a')
}

/** An instant as remarks show it: "Nov 21, 2:05 PM" (company time). */
export function chicagoRemark(at: Date | number): string {
  return `${monthName(chicagoDay(at)).slice(0, 3)} ${lightFormat(toZonedTime(at, COMPANY_ZONE), 'd, h:mm a')}`
}

/** An instant as the value of a date-and-time field: "2026-11-21T14:05" (company time). */
export function chicagoInput(at: Date | number): string {
  return lightFormat(toZonedTime(at, COMPANY_ZONE), "yyyy-MM-dd'T'HH:mm")
}

/** The instant in the value of a date-and-time field, in wire format; null for an invalid value. */
export function instantOfInput(text: string): string | null {
  const at = fromZonedTime(text, COMPANY_ZONE)
  return Number.isNaN(at.getTime()) ? null : at.toISOString()
}

/** An instant to the second, for file names: "2026-11-21-140512" (company time). */
export function chicagoStamp(at: Date | number): string {
  return lightFormat(toZonedTime(at, COMPANY_ZONE), 'yyyy-MM-dd-HHmmss')
}
