import { lapsedUntil, PAPERS } from '#contract/maintenance/fleet-health.ts'
import { isDoubtfulDay } from '#contract/wire/record.ts'
import type { IsoDay } from '#src/format/calendar.ts'
import { expiryWords, toneOfExpiry } from '#src/format/expiry.ts'

/** What to say of a driver whose papers are both valid `until` a day: that they have lapsed, or when that presses; else empty. */
export function papersWords(until: IsoDay | null | undefined, today: IsoDay): string {
  if (until == null || ['fine', 'soon'].includes(toneOfExpiry(until, today))) return ''
  if (isDoubtfulDay(until)) return `${PAPERS}: ${expiryWords(until, today)}`
  return lapsedUntil(until, today) === null ? `${PAPERS} expires ${expiryWords(until, today)}` : `${PAPERS} expired`
}
