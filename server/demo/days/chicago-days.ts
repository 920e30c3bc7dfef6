const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

const hourInChicago = new Intl.DateTimeFormat('en-US', {
  timeZone: 'America/Chicago',
  hour: '2-digit',
  hourCycle: 'h23',
})
/** A few years of days. When the cache is full, it is cleared and filled again. */
const MAX_DAYS = 4000
const known = new Map<number, number>()

/** The instant (ms) at which a day begins in Chicago. The day is counted from 1970-01-01. */
export function startOfDay(day: number): number {
  const found = known.get(day)
  if (found !== undefined) return found
  // Midnight in Chicago is 05:00 UTC in summer and 06:00 UTC in winter.
  const six = day * DAY_MS + 6 * HOUR_MS
  const start = Number(hourInChicago.format(six)) === 0 ? six : six - HOUR_MS
  if (known.size >= MAX_DAYS) known.clear()
  known.set(day, start)
  return start
}

/** The calendar day in Chicago at an instant (ms), counted from 1970-01-01. */
export function dayAt(instant: number): number {
  const day = Math.floor((instant - 6 * HOUR_MS) / DAY_MS)
  return instant >= startOfDay(day + 1) ? day + 1 : day
}

/** The instant (ms) at which the clock in Chicago shows `minutes` after midnight. Correct from 03:00 on. */
export function clockTime(day: number, minutes: number): number {
  // Clocks change at 02:00. The rest of the day has its usual length on those days too, so this counts back from its
  // end.
  return startOfDay(day + 1) - DAY_MS + minutes * MINUTE_MS
}
