import type { MapState } from '#contract/boards/map-states.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
/** What moves tells where it is every minute or two: after so long it is somewhere else. */
const MOVING_OLD_MS = 10 * MINUTE_MS
/** From when on a position is old, older and of the past. */
const OLD_MS = [4 * HOUR_MS, 24 * HOUR_MS, 40 * HOUR_MS] as const
/** The vendor is asked every few seconds, or every minute or two; after so long without an answer nothing is known to be. */
const LATE_MS = 5 * MINUTE_MS

/** Against what positions are told to be old. */
export interface Clock {
  /** Milliseconds since 1970. */
  readonly now: number
  /** Nobody has heard from the vendor for a while: the network is down, or the vendor is. */
  readonly isLate: boolean
}

/** Where there is no network it is known that nothing will be heard: only what is as good as now is not old at once. */
const LATE_OFFLINE_MS = 60_000

/** Whether the vendor, who last answered then, has not been heard since. Milliseconds since 1970. */
export const isLate = (answeredAt: number, now: number, isOnline: boolean): boolean =>
  now - answeredAt > (isOnline ? LATE_MS : LATE_OFFLINE_MS)

/**
 * How old a position is, in rings: none while what it tells is known to be so, three from 40 hours on. What moved is old
 * soon, and when nobody has heard from the vendor all is.
 */
export function ageRings(state: MapState, at: number, clock: Clock): number {
  const age = clock.now - at
  const rings = OLD_MS.filter((ms) => age >= ms).length
  return Math.max(rings, clock.isLate || (state === 'moving' && age >= MOVING_OLD_MS) ? 1 : 0)
}
