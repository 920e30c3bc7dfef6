import { boundedNumberAt, instantAt, textAt } from '#server/providers/http-feed/vendor-rows.ts'
import type { PeriodsRequest, TelematicsPeriod } from '#server/providers/telematics/telematics.ts'
import type { Query } from './motive-client.ts'
import { placeAt } from './motive-fix.ts'
import { idAt, personAt, unwrap } from './motive-record.ts'

/**
 * Query for several ids. Motive documents this form for other lists; for driving periods it documents only the names.
 */
const idsQuery = (name: string, ids: readonly number[]): Query => ids.map((id) => [`${name}[]`, `${id}`])

const MILES_PER_KM = 0.621371
const MAX_MILES = 10_000_000
const MAX_SECONDS = 1_000_000_000
const DISTANCE = /^(\d{1,9}(?:\.\d{1,9})?) (mi|km)$/

/** The miles of a text like `42.2 mi` or `68 km`, kilometers rounded to tenths of a mile; null when invalid. */
function milesOf(text: string): number | null {
  const [, figure, unit] = DISTANCE.exec(text.replaceAll(',', '')) ?? []
  if (figure === undefined) return null
  const miles = unit === 'km' ? Math.round(Number(figure) * MILES_PER_KM * 10) / 10 : Number(figure)
  return miles <= MAX_MILES ? miles : null
}

/** One driving period; null without an id or a start time. */
export function periodOf(row: unknown): TelematicsPeriod | null {
  const period = unwrap(row, 'driving_period')
  const id = idAt(period, 'id')
  const start_time = instantAt(period, 'start_time')
  if (id === null || start_time === null) return null
  const end_time = instantAt(period, 'end_time')
  const duration = boundedNumberAt(period, 'duration', 0, MAX_SECONDS)
  const elapsed = end_time === null ? 0 : Math.max(0, Date.parse(end_time) - Date.parse(start_time)) / 1000
  const origin = placeAt(period, 'origin_lat', 'origin_lon')
  const destination = placeAt(period, 'destination_lat', 'destination_lon')
  const vehicle = idAt(period, 'vehicle.id')
  return {
    id,
    start_time,
    end_time,
    status: textAt(period, 'status'),
    duration: duration ?? elapsed,
    distance: milesOf(textAt(period, 'distance')),
    driver: personAt(period, 'driver'),
    vehicle: vehicle === null ? null : { id: vehicle, number: textAt(period, 'vehicle.number') },
    origin: textAt(period, 'origin'),
    origin_lat: origin?.lat ?? null,
    origin_lon: origin?.lon ?? null,
    destination: textAt(period, 'destination'),
    destination_lat: destination?.lat ?? null,
    destination_lon: destination?.lon ?? null,
  }
}

/** Query for the periods of drivers and vehicles. A URL has room for a hundred of each. */
export const periodsQuery = ({ drivers, vehicles }: Pick<PeriodsRequest, 'drivers' | 'vehicles'>): Query => [
  ...idsQuery('driver_ids', drivers),
  ...idsQuery('vehicle_ids', vehicles),
]
