import type { AssetLocation } from '#contract/boards/telematics.ts'
import { standingChanceOf } from '#server/demo/days/rolling-weeks.ts'
import type { FleetTrailer } from '#server/demo/days/telematics-fleet.ts'
import type { TruckState } from '#server/demo/days/truck-motion.ts'
import { fiveDigits, type Place } from '#server/demo/roads/great-circle.ts'
import type { TelematicsAsset } from '#server/providers/telematics/telematics.ts'
import { isoAt, makeAndModel } from './vehicle-words.ts'

/** Interval at which a gateway without power reports its position. */
const STANDING_MINUTES = 240
const STANDING_MS = STANDING_MINUTES * 60_000

const batteryOf = (trailer: string) => standingChanceOf(trailer, 'battery').whole(35, 100)

const slotBefore = (at: number) => at - (at % STANDING_MS)

/** The position of a trailer behind a truck. While the truck stands, the gateway has no power and reports rarely. */
export function followingFix({ id }: FleetTrailer, state: TruckState, now: number): AssetLocation {
  const { standsSince } = state
  return {
    located_at: isoAt(standsSince === null ? state.at : Math.max(standsSince, slotBefore(now))),
    lat: state.latitude,
    lon: state.longitude,
    moving: standsSince === null,
    bearing: state.bearing,
    battery_capacity: batteryOf(id),
    mode: standsSince === null ? 'powered' : 'unpowered',
    formatted_address: state.description,
    unpowered_mode_update_frequency: STANDING_MINUTES,
  }
}

/** Where a trailer was left, and the charge of its gateway's battery in percent, if known. */
export interface LeftAt extends Place {
  readonly formatted_address: string
  readonly battery_capacity?: number
}

export const standingFix = ({ id }: FleetTrailer, place: LeftAt, now: number): AssetLocation => ({
  located_at: isoAt(slotBefore(now)),
  lat: fiveDigits(place.latitude),
  lon: fiveDigits(place.longitude),
  moving: false,
  bearing: null,
  battery_capacity: place.battery_capacity ?? batteryOf(id),
  mode: 'unpowered',
  formatted_address: place.formatted_address,
  unpowered_mode_update_frequency: STANDING_MINUTES,
})

export const assetOf = (trailer: FleetTrailer, last_location: AssetLocation | null): TelematicsAsset => ({
  id: trailer.gomotive_id,
  name: trailer.id,
  ...makeAndModel(trailer.transport_model),
  type: trailer.type ?? 'other',
  vin: trailer.vin ?? '',
  status: trailer.status === 'for_sale' ? 'deactivated' : 'active',
  last_location,
})
