import type { AssetLocation } from '#contract/boards/telematics.ts'
import { fixesOf, type HistoryAsked } from '#server/demo/days/driving-history.ts'
import { dockAt } from '#server/demo/days/standing-place.ts'
import type { FleetTrailer } from '#server/demo/days/telematics-fleet.ts'
import type { TruckMotion } from '#server/demo/days/truck-motion.ts'
import { townWords } from '#server/demo/days/where-words.ts'
import { CITIES } from '#server/demo/roads/freight-map.ts'
import { followingFix, type LeftAt, standingFix } from './asset-words.ts'

/** Where a trailer without a truck was left. Null: the trailer has no gateway. Undefined: the place is unknown. */
export type TrailersLeft = (trailer: string) => LeftAt | null | undefined

const YARD = CITIES[0]
const HISTORY_SECONDS = 900

/** Positions of trailers: behind their truck, where they were left, or in the yard if that place is unknown. */
export function trailerFixes(motion: TruckMotion, leftAt: TrailersLeft) {
  const standing = (trailer: FleetTrailer, place: LeftAt | undefined, now: number) =>
    standingFix(trailer, place ?? { ...dockAt(trailer.id, YARD), formatted_address: townWords(YARD.name) }, now)
  return {
    /** The latest position at `now` (ms); null for a trailer without a gateway. */
    last(trailer: FleetTrailer, now: number): AssetLocation | null {
      const place = leftAt(trailer.id)
      if (place === null) return null
      if (trailer.truck === null) return standing(trailer, place, now)
      return followingFix(trailer, motion.stateAt(trailer.truck, now), now)
    },
    /**
     * The positions in the requested period. A trailer without a truck has only its latest: earlier ones are unknown.
     */
    history(trailer: FleetTrailer, period: HistoryAsked): readonly AssetLocation[] {
      const place = leftAt(trailer.id)
      if (place === null) return []
      if (trailer.truck === null) return [standing(trailer, place, period.until)]
      const states = [...fixesOf(motion, trailer.truck, period, HISTORY_SECONDS)]
      return states.map((state) => followingFix(trailer, state, state.at))
    },
  }
}
