import type { Place } from '#server/demo/roads/great-circle.ts'
import { standingChanceOf } from './rolling-weeks.ts'

/** Distance in yards from the end of the road to a dock. */
const YARDS = [90, 300] as const
const YARDS_A_DEGREE = 69.09 * 1760

/** Where a unit stands at a place: always at the same dock. */
export function dockAt(unit: string, { latitude, longitude }: Place): Place {
  const own = standingChanceOf(unit, `dock ${latitude} ${longitude}`)
  const turn = own.fraction() * 2 * Math.PI
  const degrees = own.whole(...YARDS) / YARDS_A_DEGREE
  return {
    latitude: latitude + degrees * Math.cos(turn),
    longitude: longitude + (degrees * Math.sin(turn)) / Math.cos((latitude * Math.PI) / 180),
  }
}
