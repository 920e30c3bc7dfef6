import type { AssetLocation, VehicleLocation } from '#contract/boards/telematics.ts'
import { figureAt, instantAt, textAt, valueAt } from '#server/providers/http-feed/vendor-rows.ts'

/** Clocks of gateways are set by satellites, ours is by the network: they differ by seconds. */
const AHEAD_MS = 5 * 60_000
const MAX_MPH = 200
const MAX_MILES = 10_000_000
const MAX_HOURS = 1_000_000
const MAX_MINUTES = 1_000_000

interface Place {
  readonly lat: number
  readonly lon: number
}

/** Where on Earth, in degrees; null for nowhere. A gateway that has seen no satellite yet is at (0, 0), in the ocean. */
export function placeAt(row: unknown, latAt: string, lonAt: string): Place | null {
  const lat = figureAt(row, latAt, -90, 90)
  const lon = figureAt(row, lonAt, -180, 180)
  return lat === null || lon === null || (lat === 0 && lon === 0) ? null : { lat, lon }
}

/** Where and when; null for nowhere, and for what is still to come. */
function whereAndWhen(row: unknown, now: Date): (Place & { readonly located_at: string }) | null {
  const located_at = instantAt(row, 'located_at')
  const place = placeAt(row, 'lat', 'lon')
  if (located_at === null || place === null || Date.parse(located_at) > now.getTime() + AHEAD_MS) return null
  return { located_at, ...place }
}

/** Degrees clockwise from north, 0 to less than 360. */
function bearingAt(row: unknown): number | null {
  const degrees = figureAt(row, 'bearing', -3600, 3600)
  return degrees === null ? null : ((degrees % 360) + 360) % 360
}

/** A vehicle's location; null when it makes no sense. What is implausible of the rest is not known. */
export function vehicleFixOf(row: unknown, now: Date): VehicleLocation | null {
  const where = whereAndWhen(row, now)
  if (where === null) return null
  return {
    ...where,
    speed: figureAt(row, 'speed', 0, MAX_MPH),
    bearing: bearingAt(row),
    type: textAt(row, 'type') || null,
    description: textAt(row, 'description'),
    // The gateway counts on from the last reading of the dashboard, which somebody typed; the true one is the engine's.
    odometer: figureAt(row, 'true_odometer', 0, MAX_MILES) ?? figureAt(row, 'odometer', 0, MAX_MILES),
    engine_hours: figureAt(row, 'true_engine_hours', 0, MAX_HOURS) ?? figureAt(row, 'engine_hours', 0, MAX_HOURS),
    // `fuel` is what the engine ever used, no level.
    fuel_primary_remaining_percentage: figureAt(row, 'fuel_primary_remaining_percentage', 0, 100),
  }
}

/** An asset's location; what is not told there of its gateway may stand at the gateway itself. */
export function assetFixOf(row: unknown, now: Date, gateway: unknown = null): AssetLocation | null {
  const where = whereAndWhen(row, now)
  if (where === null) return null
  const figure = (name: string, most: number) => figureAt(row, name, 0, most) ?? figureAt(gateway, name, 0, most)
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

/** A location was told: whoever was never located has none, or one without a place. */
export function isTold(location: unknown): boolean {
  if (location === null || location === undefined) return false
  return typeof location !== 'object' || ['lat', 'lon'].some((name) => (valueAt(location, name) ?? null) !== null)
}
