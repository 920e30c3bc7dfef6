const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

const hourInChicago = new Intl.DateTimeFormat('en-US', {
  timeZone: 'America/Chicago',
  hour: '2-digit',
  hourCycle: 'h23',
})
/** A few years of days; more are worked out anew. */
const MAX_DAYS = 4000
const known = new Map<number, number>()

/** The instant (ms) at which a day, counted from 1970-01-01, begins in Chicago. */
export function startOfDay(day: number): number {
  const found = known.get(day)
  if (found !== undefined) return found
  // Midnight there is five o’clock in Greenwich in summer, and six in winter.
  const six = day * DAY_MS + 6 * HOUR_MS
  const start = Number(hourInChicago.format(six)) === 0 ? six : six - HOUR_MS
  if (known.size >= MAX_DAYS) known.clear()
  known.set(day, start)
  return start
}

/** The day, counted from 1970-01-01, that it is in Chicago at an instant (ms). */
export function dayAt(instant: number): number {
  const day = Math.floor((instant - 6 * HOUR_MS) / DAY_MS)
  return instant >= startOfDay(day + 1) ? day + 1 : day
}

/** The instant (ms) at which the clock in Chicago shows so many minutes after midnight; from three in the morning on. */
export function clockTime(day: number, minutes: number): number {
  // Clocks are set at two: what is left of the day is the same on the days on which they are.
  return startOfDay(day + 1) - DAY_MS + minutes * MINUTE_MS
}
