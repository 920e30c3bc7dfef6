import type { NextFill } from './fuel-stops.ts'
import { standingChanceOf } from './rolling-weeks.ts'

/** Two tanks of a hundred gallons and more, and how full they are when the pump has stopped, in percent. */
export interface Tank {
  readonly gallons: number
  readonly full: number
}

export function tankOf(unit: string): Tank {
  const own = standingChanceOf(unit, 'tank')
  return { gallons: own.whole(200, 260), full: own.whole(94, 99) }
}

/** Where the stop lies some miles behind its mark, so much more than the fill has gone. */
const MAX_SHARE = 1.03

/** How full the tank is on the way to the next fill, which brings it up to full again; percent, after so many miles in all. */
export function levelBefore({ gallons, full }: Tank, next: NextFill, miles: number): number {
  const share = Math.min(MAX_SHARE, Math.max(0, (miles - next.since) / (next.mark - next.since)))
  return full - ((100 * next.gallons) / gallons) * share
}
