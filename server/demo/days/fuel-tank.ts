import type { NextFill } from './fuel-stops.ts'
import { standingChanceOf } from './rolling-weeks.ts'

/** Both tanks of a truck together, and their level in percent after a fill. */
export interface Tank {
  readonly gallons: number
  readonly full: number
}

export function tankOf(unit: string): Tank {
  const own = standingChanceOf(unit, 'tank')
  return { gallons: own.whole(200, 260), full: own.whole(94, 99) }
}

/** Largest share of the fill that can be used up: a stop can be some miles past its mark. */
const MAX_SHARE = 1.03

/**
 * Tank level in percent on the way to the next fill, which makes it full again. `miles` counts from the truck’s first
 * day.
 */
export function levelBefore({ gallons, full }: Tank, next: NextFill, miles: number): number {
  const share = Math.min(MAX_SHARE, Math.max(0, (miles - next.since) / (next.mark - next.since)))
  return full - ((100 * next.gallons) / gallons) * share
}
