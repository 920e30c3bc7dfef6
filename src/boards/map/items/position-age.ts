import type { MapState } from '#contract/boards/map-states.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
/** A moving vehicle reports its position every minute or two. After this time it is somewhere else. */
const MOVING_OLD_MS = 10 * MINUTE_MS
/** The ages from which a position gets one, two and three rings. */
const OLD_MS = [4 * HOUR_MS, 24 * HOUR_MS, 40 * HOUR_MS] as const
/**
 * The vendor is queried every few seconds or minutes. After this time without a response no position counts as current.
 */
const LATE_MS = 5 * MINUTE_MS

/** The clock that decides the age of positions. */
export interface Clock {
  /** Milliseconds since 1970. */
  readonly now: number
  /** The vendor has not responded for a while: the network or the vendor is down. */
  readonly isLate: boolean
}

/** Offline no response can come, so only positions from the last minute count as current. */
const LATE_OFFLINE_MS = 60_000

/** Whether the vendor's last response is too old. Times are in milliseconds since 1970. */
export const isLate = (answeredAt: number, now: number, isOnline: boolean): boolean =>
  now - answeredAt > (isOnline ? LATE_MS : LATE_OFFLINE_MS)

/**
 * The age of a position in rings: none for a current position, three from 40 hours on. The position of a moving item is
 * old soon, and every position is old when the vendor does not respond.
 */
export function ageRings(state: MapState, at: number, clock: Clock): number {
  const age = clock.now - at
  const rings = OLD_MS.filter((ms) => age >= ms).length
  return Math.max(rings, clock.isLate || (state === 'moving' && age >= MOVING_OLD_MS) ? 1 : 0)
}
