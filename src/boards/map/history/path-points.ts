import * as z from 'zod/mini'
import type { AssetLocation, DrivingPeriod, VehicleLocation } from '#contract/boards/telematics.ts'
import { chicagoDay } from '#src/format/chicago.ts'
import type { Span, TrackPoint } from '#src/map/track/track-point.ts'
import type { DateRange } from '#src/ui/date-selector/range-choice.ts'

export function vehiclePoint({ lat, lon, located_at, speed, description }: VehicleLocation): TrackPoint {
  return { lat, lon, at: Date.parse(located_at), speed, place: description }
}

/** A trailer's feed has no speed, only whether it moves. */
export function assetPoint({ lat, lon, located_at, moving, formatted_address }: AssetLocation): TrackPoint {
  return { lat, lon, at: Date.parse(located_at), speed: moving ? null : 0, place: formatted_address }
}

/** The time span of a period. A period in progress has no end yet. */
export function spanOf({ start_time, end_time }: Pick<DrivingPeriod, 'start_time' | 'end_time'>): Span {
  return { from: Date.parse(start_time), until: end_time === null ? Number.POSITIVE_INFINITY : Date.parse(end_time) }
}

/** A vehicle of a driver: the times of driving, and the days that cover them. */
export interface DrivenVehicle {
  readonly id: number
  readonly spans: readonly Span[]
  readonly days: DateRange
}

/** The vehicles of some periods, each with only the days of the range that it needs. */
export function vehiclesOf(periods: readonly DrivingPeriod[], range: DateRange): readonly DrivenVehicle[] {
  // Clamps the day to the range: the middle one of the three.
  const dayWithin = (at: number) => {
    const day = Number.isFinite(at) ? chicagoDay(at) : range.endDate
    return [range.startDate, day, range.endDate].toSorted()[1] ?? day
  }
  const byVehicle = Map.groupBy(periods, ({ vehicle }) => vehicle?.id ?? null)
  return [...byVehicle].flatMap(([id, theirs]) => {
    if (id === null) return []
    const spans = theirs.map(spanOf)
    const startDate = dayWithin(Math.min(...spans.map(({ from }) => from)))
    return [{ id, spans, days: { startDate, endDate: dayWithin(Math.max(...spans.map(({ until }) => until))) } }]
  })
}

const keptPoint = z.tuple([z.number(), z.number(), z.number(), z.nullable(z.number()), z.int(), z.boolean()])
const keptPath = z.object({ places: z.array(z.string()), points: z.array(keptPoint) })
type StoredPath = z.output<typeof keptPath>

/** The stored form of points: a tenth of the server's size, because most of that is repeated place names. */
export function packPoints(points: readonly TrackPoint[]): StoredPath {
  const places = new Map<string, number>()
  const numberOf = (place: string) => {
    const known = places.get(place)
    if (known !== undefined) return known
    places.set(place, places.size)
    return places.size - 1
  }
  const packed = points.map((point): StoredPath['points'][number] => {
    const { lat, lon, at, speed, place = '', isApart = false } = point
    return [lat, lon, at, speed, numberOf(place), isApart]
  })
  return { places: [...places.keys()], points: packed }
}

/** Restores stored points; null for invalid data. */
export function unpackPoints(storedData: unknown): readonly TrackPoint[] | null {
  const path = keptPath.safeParse(storedData).data
  if (path === undefined) return null
  return path.points.map(([lat, lon, at, speed, place, isApart]) => ({
    lat,
    lon,
    at,
    speed,
    place: path.places[place] ?? '',
    ...(isApart && { isApart }),
  }))
}
