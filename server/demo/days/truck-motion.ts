import { CITIES } from '#server/demo/roads/freight-map.ts'
import type { Place } from '#server/demo/roads/great-circle.ts'
import { pointAt, roadBetween } from '#server/demo/roads/road-map.ts'
import { dayAt, startOfDay } from './chicago-days.ts'
import type { Driving, Segment, Standing } from './day-plan.ts'
import { levelBefore } from './fuel-tank.ts'
import type { Itinerary } from './itinerary.ts'
import { milesSoFar } from './miles-so-far.ts'
import { dockAt } from './standing-place.ts'
import { isEngineOn, type TruckDay, type TruckDays, truckDays } from './truck-days.ts'
import { townWords, whereWords } from './where-words.ts'

/** Position and condition of a truck at an instant. Units: mph, degrees clockwise from north, miles, hours, percent. */
export interface TruckState extends Place {
  /** The instant (ms) that this state describes. */
  readonly at: number
  /** When the current stop began (ms), at the earliest the beginning of this day. Null while the truck moves. */
  readonly standsSince: number | null
  readonly speed: number
  readonly bearing: number
  readonly type: 'vehicle_moving' | 'breadcrumb' | 'vehicle_stopped' | 'ignition_off'
  readonly description: string
  readonly odometer: number
  /** Miles driven on this day. The odometer includes them. */
  readonly dayMiles: number
  readonly engineHours: number
  readonly fuelPercent: number
}

/**
 * A truck without a driver. It stands where it was at the beginning of day `since`, counted from 1970-01-01. With
 * `since` null it stands at the yard.
 */
export interface Parked {
  readonly since: number | null
}

export interface TruckMotion {
  readonly dayOf: TruckDays
  /** The state of a truck with an itinerary at exactly this instant (ms). */
  exactlyAt(unit: string, at: number): TruckState
  /**
   * The latest state a vendor would have received at an instant (ms). Moving trucks report often, standing trucks
   * rarely.
   */
  stateAt(unit: string, at: number, parked?: Parked | null): TruckState
}

const SECOND_MS = 1000
const MINUTE_MS = 60 * SECOND_MS
const HOUR_MS = 60 * MINUTE_MS
/** Time from the end of the day’s work until the driver turns off the engine. */
const KEY_MS = 12 * MINUTE_MS
const STANDING_MS = 2 * MINUTE_MS
const PARKED_HOURS = 4
/** A standing truck within this distance of either end of its trip is at the dock. */
const AT_DOCK_MILES = 0.05

const YARD = CITIES[0]

const segmentAt = (segments: readonly Segment[], at: number): Segment => {
  const found = segments.find(({ to }) => at < to) ?? segments.at(-1)
  if (found === undefined) throw new Error('a day has segments')
  return found
}

/** When the engine is turned off during a stop (ms); infinity for a stop with the engine running. */
const keyTurnedAt = ({ segments }: TruckDay, segment: Standing) =>
  segment.reason !== 'off_duty' ? Number.POSITIVE_INFINITY : segment.from + (segment === segments[0] ? 0 : KEY_MS)

/** The truck’s mile of the day and its speed at an instant of a drive. */
function rolling({ paces, milesTo }: Driving, at: number): { readonly miles: number; readonly speed: number } {
  const pace = paces.find(({ to }) => at < to)
  if (pace === undefined) return { miles: milesTo, speed: paces.at(-1)?.speed ?? 0 }
  const share = Math.max(0, at - pace.from) / (pace.to - pace.from)
  return { miles: pace.milesFrom + share * (pace.milesTo - pace.milesFrom), speed: pace.speed }
}

function whereabouts(unit: string, { trip, before, place }: TruckDay, miles: number, isStanding: boolean) {
  if (trip === null) return { ...dockAt(unit, place), bearing: 0, description: townWords(place.name) }
  const milesBehind = before + miles
  const milesLeft = trip.miles - milesBehind
  const road = roadBetween(trip.origin, trip.destination)
  const along = (milesBehind / trip.miles) * road.miles
  const { latitude, longitude, bearing } = pointAt(road, along)
  if (!isStanding || Math.min(milesBehind, milesLeft) > AT_DOCK_MILES) {
    return { latitude, longitude, bearing, description: whereWords(road, along, { latitude, longitude }) }
  }
  const end = milesBehind < milesLeft ? trip.origin : trip.destination
  return { ...dockAt(unit, end), bearing, description: townWords(end.name) }
}

/** Fuel level in percent. It falls with the miles and rises while the truck stands at the pump. */
function fuelPercent(day: TruckDay, segment: Segment, at: number, miles: number): number {
  const { tank, fills, fuelAt, behind } = day
  const level = (fill: (typeof fills)[number]) => levelBefore(tank, fill, behind + miles)
  if (segment.kind === 'stopped' && segment.reason === 'fuel') {
    const pumped = (at - segment.from) / (segment.to - segment.from)
    return level(fills[0]) + pumped * (level(fills[1]) - level(fills[0]))
  }
  const isFilled = fuelAt !== null && day.segments.some((one) => isPump(one) && one.to <= segment.from)
  return level(fills[isFilled ? 1 : 0])
}

const isPump = (segment: Segment) => segment.kind === 'stopped' && segment.reason === 'fuel'

function engineHours({ segments, engineHours: before, engineRuns: { hours, ms } }: TruckDay, at: number): number {
  if (ms === 0) return before
  let ran = 0
  for (const segment of segments) {
    if (segment.from >= at) break
    if (isEngineOn(segment)) ran += Math.min(at, segment.to) - segment.from
  }
  return before + (hours * ran) / ms
}

const rounded = (value: number, digits: number) => Math.round(value * 10 ** digits) / 10 ** digits

/** Moves trucks along an itinerary. Each result depends only on the itinerary, the truck and the instant. */
export function truckMotion(itinerary: Itinerary): TruckMotion {
  const soFar = milesSoFar(itinerary)
  const dayOf = truckDays(itinerary, soFar)
  const exactlyAt = (unit: string, at: number): TruckState => {
    const day = dayOf(unit, dayAt(at))
    const segment = segmentAt(day.segments, at)
    const isMoving = segment.kind === 'driving'
    const { miles, speed } = isMoving ? rolling(segment, at) : { miles: segment.miles, speed: 0 }
    const { latitude, longitude, bearing, description } = whereabouts(unit, day, miles, !isMoving)
    const isOff = !isMoving && at >= keyTurnedAt(day, segment)
    return {
      at,
      standsSince: isMoving ? null : segment.from,
      latitude: rounded(latitude, 5),
      longitude: rounded(longitude, 5),
      speed,
      bearing: rounded(bearing, 0) % 360,
      type: isMoving ? 'vehicle_moving' : isOff ? 'ignition_off' : 'vehicle_stopped',
      description,
      odometer: rounded(day.odometer + miles, 1),
      dayMiles: miles,
      engineHours: rounded(engineHours(day, at), 2),
      fuelPercent: rounded(fuelPercent(day, segment, at, miles), 1),
    }
  }
  const heardAt = (unit: string, at: number): number => {
    const day = dayOf(unit, dayAt(at))
    const segment = segmentAt(day.segments, at)
    if (segment.kind === 'driving') return Math.max(segment.from, at - (at % SECOND_MS))
    const off = keyTurnedAt(day, segment)
    if (at < off) return Math.max(segment.from, at - (at % STANDING_MS))
    return Math.max(off, at - ((at - day.minute * MINUTE_MS) % HOUR_MS))
  }
  const parkedAt = (unit: string, at: number, since: number | null): TruckState => {
    const slot = at - (at % (PARKED_HOURS * HOUR_MS))
    const from = startOfDay(Math.min(since ?? soFar.firstDayOf(unit), dayAt(at)))
    const place = since === null ? { ...dockAt(unit, YARD), description: townWords(YARD.name) } : {}
    return { ...exactlyAt(unit, from), ...place, type: 'ignition_off', at: Math.max(slot, from), standsSince: from }
  }
  return {
    dayOf,
    exactlyAt,
    stateAt: (unit, at, parked = null) =>
      parked === null ? exactlyAt(unit, heardAt(unit, at)) : parkedAt(unit, at, parked.since),
  }
}
