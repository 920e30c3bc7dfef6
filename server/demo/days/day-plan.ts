import type { Random } from '../random.ts'
import { clockTime, startOfDay } from './chicago-days.ts'
import { type Pace, pacesOf, type Ride } from './paces.ts'

export type StopReason = 'off_duty' | 'break' | 'fuel' | 'dock'

interface Span {
  /** Instants, in milliseconds. */
  readonly from: number
  readonly to: number
}

/** At the wheel, from a mile of the day to another, at one pace after the other. */
export interface Driving extends Span {
  readonly kind: 'driving'
  readonly milesFrom: number
  readonly milesTo: number
  readonly paces: readonly Pace[]
}

/** Standing after so many miles of the day. */
export interface Standing extends Span {
  readonly kind: 'stopped'
  readonly reason: StopReason
  readonly miles: number
}

export type Segment = Driving | Standing

/** What is to be driven on a day, counted from 1970-01-01. */
export interface DayAhead {
  readonly day: number
  readonly miles: number
  /** After how many of them the truck is fuelled, if it is. */
  readonly fuelAt: number | null
  /** The load is delivered at the end of the day. */
  readonly isDelivery: boolean
}

/** Minutes after midnight: nobody drives earlier, few begin later, and everybody is off duty by then. */
const EARLIEST = 5 * 60 + 15
const LATEST = 7 * 60 + 45
/** Eleven hours before the earliest start: enough for a night that is an hour short. */
const OFF_DUTY = 18 * 60 + 15
const BREAK_MINUTES = 30
/** Whoever drives longer than that takes the break; the law asks for it after eight hours. */
const BREAK_FROM_HOURS = 5.5
const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

interface Stop {
  readonly reason: 'break' | 'fuel'
  readonly miles: number
  readonly minutes: number
}

/** After how many miles of a ride so many hours have been driven. */
function milesAfter({ paces }: Ride, hours: number): number {
  let left = hours
  for (const { milesFrom, milesTo, speed } of paces) {
    const takes = (milesTo - milesFrom) / speed
    if (takes >= left) return milesFrom + left * speed
    left -= takes
  }
  return paces.at(-1)?.milesTo ?? 0
}

/** The break is taken where the truck is fuelled, when that is not far from it. */
const NEAR_MILES = 45

function stopsOf(chance: Random, ride: Ride, fuelAt: number | null): readonly Stop[] {
  const stops: Stop[] = []
  if (fuelAt !== null) stops.push({ reason: 'fuel', miles: fuelAt, minutes: chance.whole(20, 30) })
  if (ride.hours > BREAK_FROM_HOURS) {
    const due = milesAfter(ride, chance.whole(240, 300) / 60)
    const miles = fuelAt !== null && Math.abs(fuelAt - due) < NEAR_MILES ? fuelAt : due
    stops.push({ reason: 'break', miles, minutes: BREAK_MINUTES })
  }
  return stops.toSorted((a, b) => a.miles - b.miles)
}

/** Drives a ride from a mile on to another, from an instant on. */
function drive({ paces }: Ride, from: number, milesFrom: number, milesTo: number): Driving {
  const driven: { -readonly [Key in keyof Pace]: Pace[Key] }[] = []
  let at = from
  for (const pace of paces) {
    const [start, end] = [Math.max(pace.milesFrom, milesFrom), Math.min(pace.milesTo, milesTo)]
    if (end <= start) continue
    const until = Math.round(at + ((end - start) / pace.speed) * HOUR_MS)
    driven.push({ from: at, to: until, milesFrom: start, milesTo: end, speed: pace.speed })
    at = until
  }
  return { kind: 'driving', from, to: at, milesFrom, milesTo, paces: driven }
}

const stood = (reason: StopReason, from: number, minutes: number, miles: number): Standing => ({
  kind: 'stopped',
  reason,
  from,
  to: from + minutes * MINUTE_MS,
  miles,
})

/**
 * How a truck spends a day of Chicago’s calendar, from midnight to midnight without a hole: off duty at night for ten hours
 * at least, at the wheel for eleven at most, all its work within fourteen.
 */
export function planDay(chance: Random, { day, miles, fuelAt, isDelivery }: DayAhead): readonly Segment[] {
  const [midnight, end] = [startOfDay(day), startOfDay(day + 1)]
  if (miles <= 0) return [{ kind: 'stopped', reason: 'off_duty', from: midnight, to: end, miles: 0 }]
  const ride = pacesOf(chance, miles, isDelivery)
  const stops = stopsOf(chance, ride, fuelAt)
  const onTheWay = ride.hours * 60 + stops.reduce((sum, { minutes }) => sum + minutes, 0)
  const dock = isDelivery ? Math.min(chance.whole(60, 120), Math.floor(OFF_DUTY - EARLIEST - onTheWay)) : 0
  const start = Math.min(chance.whole(EARLIEST, LATEST), Math.floor(OFF_DUTY - onTheWay - dock))
  let at = clockTime(day, start)
  const segments: Segment[] = [{ kind: 'stopped', reason: 'off_duty', from: midnight, to: at, miles: 0 }]
  let rolled = 0
  const add = (segment: Segment) => {
    segments.push(segment)
    at = segment.to
  }
  for (const stop of stops) {
    if (stop.miles > rolled) add(drive(ride, at, rolled, stop.miles))
    add(stood(stop.reason, at, stop.minutes, stop.miles))
    rolled = stop.miles
  }
  add(drive(ride, at, rolled, miles))
  if (dock > 0) add(stood('dock', at, dock, miles))
  return [...segments, { kind: 'stopped', reason: 'off_duty', from: at, to: end, miles }]
}
