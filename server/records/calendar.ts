const DAY_MS = 86_400_000
const FIRST_DAY = '0001-01-01'
const LAST_DAY = '9999-12-31'

const chicago = new Intl.DateTimeFormat('en-CA', {
  timeZone: 'America/Chicago',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
})

/** The date in Chicago, where the company is: `yyyy-MM-dd`. */
export function chicagoDay(now: Date): string {
  return chicago.format(now)
}

const chicagoClock = new Intl.DateTimeFormat('en-US', {
  timeZone: 'America/Chicago',
  hour: '2-digit',
  hourCycle: 'h23',
})

/** The hour in Chicago: 0 to 23. */
export function chicagoHour(now: Date): number {
  return Number(chicagoClock.format(now))
}

/** `day` plus `days`. The result stays between the years 1 and 9999, because dates have four-digit years. */
export function addDays(day: string, days: number): string {
  const result = new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS).toISOString()
  if (result.startsWith('+')) return LAST_DAY
  return result < FIRST_DAY ? FIRST_DAY : result.slice(0, 10)
}

/** The number of days in a range, both ends included. Less than 1 when the range is reversed. */
export function countDays(first: string, last: string): number {
  return (Date.parse(`${last}T00:00:00Z`) - Date.parse(`${first}T00:00:00Z`)) / DAY_MS + 1
}

/** The Sunday that begins the week of `day`. */
export function sundayOf(day: string): string {
  return addDays(day, -weekdayOf(day))
}

/** The day of the week: 0 is Sunday. */
export function weekdayOf(day: string): number {
  return new Date(`${day}T00:00:00Z`).getUTCDay()
}
