const DAY_MS = 86_400_000
const FIRST_DAY = '0001-01-01'
const LAST_DAY = '9999-12-31'

const chicago = new Intl.DateTimeFormat('en-CA', {
  timeZone: 'America/Chicago',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
})

/** The day it is in Chicago, where the company is: `yyyy-MM-dd`. */
export function chicagoDay(now: Date): string {
  return chicago.format(now)
}

const chicagoClock = new Intl.DateTimeFormat('en-US', {
  timeZone: 'America/Chicago',
  hour: '2-digit',
  hourCycle: 'h23',
})

/** How many hours the clock shows in Chicago: 0 to 23. */
export function chicagoHour(now: Date): number {
  return Number(chicagoClock.format(now))
}

/** `day` and so many days; stays within the years that a date can be written in. */
export function addDays(day: string, days: number): string {
  const moved = new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS).toISOString()
  if (moved.startsWith('+')) return LAST_DAY
  return moved < FIRST_DAY ? FIRST_DAY : moved.slice(0, 10)
}

/** How many days a range has, both ends included; less than one when it is reversed. */
export function daysIn(first: string, last: string): number {
  return (Date.parse(`${last}T00:00:00Z`) - Date.parse(`${first}T00:00:00Z`)) / DAY_MS + 1
}

/** The Sunday with which the week of `day` begins. */
export function sundayOf(day: string): string {
  return addDays(day, -weekdayOf(day))
}

/** Which day of the week it is: 0 is Sunday. */
export function weekdayOf(day: string): number {
  return new Date(`${day}T00:00:00Z`).getUTCDay()
}
