import { weekOf } from './day-numbers.ts'
import { planDay, type Segment } from './day-plan.ts'
import { fuelMile, type NextFill, nextFill } from './fuel-stops.ts'
import { type Tank, tankOf } from './fuel-tank.ts'
import type { Itinerary, UnitDay } from './itinerary.ts'
import type { MilesSoFar } from './miles-so-far.ts'
import { remembering } from './remembering.ts'
import { standingChanceOf } from './rolling-weeks.ts'

/** A truck’s day with everything needed to compute its state at any instant of that day. */
export interface TruckDay extends UnitDay {
  readonly segments: readonly Segment[]
  /** At the beginning of the day: miles since the truck’s first day, odometer in miles, engine hours. */
  readonly behind: number
  readonly odometer: number
  readonly engineHours: number
  /** How long the engine runs on this day: in hours by its own meter, in milliseconds by the clock. */
  readonly engineRuns: { readonly hours: number; readonly ms: number }
  readonly tank: Tank
  /**
   * The next fill as of the morning, and the next fill after the day’s fuel stop. The fuel stop is at mile `fuelAt`.
   */
  readonly fills: readonly [NextFill, NextFill]
  readonly fuelAt: number | null
  /** The minute of the hour at which the truck reports while it stands with the engine off. */
  readonly minute: number
}

/** Enough for one day of a few thousand trucks. History is requested one truck at a time. */
const MAX_DAYS = 12_000
/**
 * Engine hours come from three rates: average mph before the truck’s first day here, average mph since, and idle hours
 * for each day on the road.
 */
const LIFETIME_MPH = 52
const DRIVEN_MPH = 61
const IDLE_HOURS = 1.2

const engineMs = (segments: readonly Segment[]) =>
  segments.reduce((sum, one) => sum + (isEngineOn(one) ? one.to - one.from : 0), 0)

/** The engine is off only while the driver is off duty. */
export const isEngineOn = (segment: Segment): boolean => segment.kind === 'driving' || segment.reason !== 'off_duty'

export type TruckDays = (unit: string, day: number) => TruckDay

/** Computes truck days from itineraries and the miles driven so far. Days are counted from 1970-01-01. */
export function truckDays(itinerary: Itinerary, { soFar, firstOdometer }: MilesSoFar): TruckDays {
  const of = (unit: string, day: number): UnitDay => {
    const found = itinerary.weekOfUnit(unit, weekOf(day)).find((one) => one.day === day)
    if (found === undefined) throw new Error(`day ${day} is not in its week`)
    return found
  }
  return remembering(MAX_DAYS, (unit: string, day: number): TruckDay => {
    const unitDay = of(unit, day)
    const { miles, trip } = unitDay
    const { miles: behind, days } = soFar(unit, day)
    const fuel = itinerary.fuelOf(unit)
    const next = nextFill(fuel, behind)
    const fuelAt = fuelMile(next, behind, miles)
    const ahead = { day, miles, fuelAt, isDelivery: trip?.to === day }
    const own = standingChanceOf(unit, `day ${day}`)
    const segments = planDay(own, ahead)
    return {
      ...unitDay,
      segments,
      behind,
      odometer: firstOdometer(unit) + behind,
      engineHours: firstOdometer(unit) / LIFETIME_MPH + behind / DRIVEN_MPH + days * IDLE_HOURS,
      engineRuns: { hours: miles > 0 ? miles / DRIVEN_MPH + IDLE_HOURS : 0, ms: engineMs(segments) },
      tank: tankOf(unit),
      fills: [next, fuelAt === null ? next : nextFill(fuel, next.mark)],
      fuelAt,
      minute: standingChanceOf(unit, 'heard').whole(0, 59),
    }
  })
}
