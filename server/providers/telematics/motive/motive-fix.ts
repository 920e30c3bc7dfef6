import type { AssetLocation, VehicleLocation } from '#contract/boards/telematics.ts'
import { boundedNumberAt, instantAt, textAt, valueAt } from '#server/providers/http-feed/vendor-rows.ts'

/**
 * Tolerance for positions in the future: gateway clocks are set by satellite, ours by the network; they differ by
 * seconds.
 */
const AHEAD_MS = 5 * 60_000
const MAX_MPH = 200
const MAX_MILES = 10_000_000
const MAX_HOURS = 1_000_000
const MAX_MINUTES = 1_000_000

interface Place {
  readonly lat: number
  readonly lon: number
}

/**
 * A place in degrees; null when missing or invalid. (0, 0) is invalid: a gateway without satellite contact reports it.
 */
export function placeAt(row: unknown, latAt: string, lonAt: string): Place | null {
  const lat = boundedNumberAt(row, latAt, -90, 90)
  const lon = boundedNumberAt(row, lonAt, -180, 180)
  return lat === null || lon === null || (lat === 0 && lon === 0) ? null : { lat, lon }
}

/** Place and time of a location; null when either is missing, or the time is in the future. */
function placeAndTime(row: unknown, now: Date): (Place & { readonly located_at: string }) | null {
  const located_at = instantAt(row, 'located_at')
  const place = placeAt(row, 'lat', 'lon')
  if (located_at === null || place === null || Date.parse(located_at) > now.getTime() + AHEAD_MS) return null
  return { located_at, ...place }
}

/** Degrees clockwise from north, from 0 to less than 360; null when missing. */
function bearingAt(row: unknown): number | null {
  const degrees = boundedNumberAt(row, 'bearing', -3600, 3600)
  return degrees === null ? null : ((degrees % 360) + 360) % 360
}

/** A vehicle's location; null without a valid place and time. Other implausible values become null. */
export function vehicleFixOf(row: unknown, now: Date): VehicleLocation | null {
  const where = placeAndTime(row, now)
  if (where === null) return null
  return {
    ...where,
    speed: boundedNumberAt(row, 'speed', 0, MAX_MPH),
    bearing: bearingAt(row),
    type: textAt(row, 'type') || null,
    description: textAt(row, 'description'),
    // `odometer` continues from a dashboard reading that was typed in; `true_odometer` comes from the engine.
    odometer: boundedNumberAt(row, 'true_odometer', 0, MAX_MILES) ?? boundedNumberAt(row, 'odometer', 0, MAX_MILES),
    engine_hours:
      boundedNumberAt(row, 'true_engine_hours', 0, MAX_HOURS) ?? boundedNumberAt(row, 'engine_hours', 0, MAX_HOURS),
    // `fuel` is the engine's total consumption, not the level.
    fuel_primary_remaining_percentage: boundedNumberAt(row, 'fuel_primary_remaining_percentage', 0, 100),
  }
}

/** An asset's location. Gateway values that are missing there are read from the gateway itself. */
export function assetFixOf(row: unknown, now: Date, gateway: unknown = null): AssetLocation | null {
  const where = placeAndTime(row, now)
  if (where === null) return null
  const figure = (name: string, most: number) =>
    boundedNumberAt(row, name, 0, most) ?? boundedNumberAt(gateway, name, 0, most)
  return {
    ...where,
    moving: valueAt(row, 'moving') === true,
    bearing: bearingAt(row),
    battery_capacity: figure('battery_capacity', 100),
    mode: textAt(row, 'mode') || textAt(gateway, 'mode') || null,
    formatted_address: textAt(row, 'formatted_address') || textAt(row, 'address'),
    unpowered_mode_update_frequency: figure('unpowered_mode_update_frequency', MAX_MINUTES),
  }
}

/** Whether the vendor reported a location. A thing that was never located has none, or one without coordinates. */
export function isLocationReported(location: unknown): boolean {
  if (location === null || location === undefined) return false
  return typeof location !== 'object' || ['lat', 'lon'].some((name) => (valueAt(location, name) ?? null) !== null)
}
