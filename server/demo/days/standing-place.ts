import type { Place } from '#server/demo/roads/great-circle.ts'
import { standingChanceOf } from './rolling-weeks.ts'

/** A dock is a few hundred yards from where the road ends. */
const YARDS = [90, 300] as const
const YARDS_A_DEGREE = 69.09 * 1760

/** Where a unit stands at a place when it is on no road: always at the same dock there. */
export function dockAt(unit: string, { latitude, longitude }: Place): Place {
  const own = standingChanceOf(unit, `dock ${latitude} ${longitude}`)
  const turn = own.fraction() * 2 * Math.PI
  const degrees = own.whole(...YARDS) / YARDS_A_DEGREE
  return {
    latitude: latitude + degrees * Math.cos(turn),
    longitude: longitude + (degrees * Math.sin(turn)) / Math.cos((latitude * Math.PI) / 180),
  }
}
