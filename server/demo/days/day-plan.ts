import type { Random } from '../random.ts'
import { clockTime, startOfDay } from './chicago-days.ts'
import { type Pace, pacesOf, type Ride } from './paces.ts'

export type StopReason = 'off_duty' | 'break' | 'fuel' | 'dock'

interface Span {
  /** Instants, in milliseconds. */
  readonly from: number
  readonly to: number
}

/** A drive between two mile marks of the day. Its paces follow one another. */
export interface Driving extends Span {
  readonly kind: 'driving'
  readonly milesFrom: number
  readonly milesTo: number
  readonly paces: readonly Pace[]
}

/** A stop after `miles` miles of the day. */
export interface Standing extends Span {
  readonly kind: 'stopped'
  readonly reason: StopReason
  readonly miles: number
}

export type Segment = Driving | Standing

/** The work of one day. The day is counted from 1970-01-01. */
export interface DayAhead {
  readonly day: number
  readonly miles: number
  /** Miles of the day driven before the truck is fueled; null on a day without fuel. */
  readonly fuelAt: number | null
  /** The load is delivered at the end of the day. */
  readonly isDelivery: boolean
}

/**
 * Minutes after midnight: every day’s work starts between these two times. `OFF_DUTY` is the latest end of the work.
 */
const EARLIEST = 5 * 60 + 15
const LATEST = 7 * 60 + 45
/**
 * Eleven hours before the earliest start: at least ten hours off duty even in a night that the clock change shortens.
 */
const OFF_DUTY = 18 * 60 + 15
const BREAK_MINUTES = 30
/** A driver with more driving hours than this takes the break. The law requires it after eight hours. */
const BREAK_FROM_HOURS = 5.5
const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

interface Stop {
  readonly reason: 'break' | 'fuel'
  readonly miles: number
  readonly minutes: number
}

/** The miles covered after `hours` of driving. */
function milesAfter({ paces }: Ride, hours: number): number {
  let remainingHours = hours
  for (const { milesFrom, milesTo, speed } of paces) {
    const takes = (milesTo - milesFrom) / speed
    if (takes >= remainingHours) return milesFrom + remainingHours * speed
    remainingHours -= takes
  }
  return paces.at(-1)?.milesTo ?? 0
}

/** The driver takes the break at the fuel stop if the two are less than this far apart. */
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

/** Drives the part of a ride between two mile marks. `from` is the instant at which the drive begins. */
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
 * The segments of a truck’s day in Chicago, from midnight to midnight without a gap. The driver is off duty at night
 * for at least ten hours, drives at most eleven and does all work within fourteen.
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
