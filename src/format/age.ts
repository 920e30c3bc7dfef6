import { chicagoDay, chicagoMoment, chicagoTime } from './chicago.ts'

const MINUTE = 60_000
const UNKNOWN = 'age unknown'
const HOUR = 60 * MINUTE

/**
 * How long ago, in words: "just now", "2 min ago", "3 h ago", "1 day ago", "5 days ago". An instant in the future (the
 * device's clock was wrong then or is wrong now) has no known age: "age unknown", never "just now".
 */
export function ageWords(then: number, now: number): string {
  const passed = now - then
  if (passed < -MINUTE) return UNKNOWN
  if (passed < MINUTE) return 'just now'
  if (passed < HOUR) return `${Math.floor(passed / MINUTE)} min ago`
  if (passed < 24 * HOUR) return `${Math.floor(passed / HOUR)} h ago`
  const days = Math.floor(passed / (24 * HOUR))
  return `${days} ${days === 1 ? 'day' : 'days'} ago`
}

/** An instant as a point in time: "2:05 PM" today, "11/20/26 2:05 PM" on another day (company time). */
export function momentWords(then: number, now: number): string {
  return chicagoDay(then) === chicagoDay(now) ? chicagoTime(then) : chicagoMoment(then)
}

/** "as of 2:05 PM": labels data that was not just received from the server; "age unknown" as in `ageWords`. */
export function asOfWords(then: number, now: number): string {
  if (then - now > MINUTE) return UNKNOWN
  return `as of ${momentWords(then, now)}`
}

/** When something happens next: "now", "in 40 s", "in 3 min", "in 2 h". */
export function untilWords(then: number, now: number): string {
  const remainingMs = then - now
  if (remainingMs < 1000) return 'now'
  if (remainingMs < MINUTE) return `in ${Math.ceil(remainingMs / 1000)} s`
  if (remainingMs < HOUR) return `in ${Math.ceil(remainingMs / MINUTE)} min`
  return `in ${Math.ceil(remainingMs / HOUR)} h`
}
