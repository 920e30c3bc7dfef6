import { weekOf } from './day-numbers.ts'
import { planDay, type Segment } from './day-plan.ts'
import { fuelMile, type NextFill, nextFill } from './fuel-stops.ts'
import { type Tank, tankOf } from './fuel-tank.ts'
import type { Itinerary, UnitDay } from './itinerary.ts'
import type { MilesSoFar } from './miles-so-far.ts'
import { remembering } from './remembering.ts'
import { standingChanceOf } from './rolling-weeks.ts'

/** A day of a truck with all that any instant of it follows from. */
export interface TruckDay extends UnitDay {
  readonly segments: readonly Segment[]
  /** Miles since the truck’s first day, what the odometer shows, and hours of the engine, all when the day begins. */
  readonly behind: number
  readonly odometer: number
  readonly engineHours: number
  /** What the engine runs on this day, by its own meter in hours and by the clock in milliseconds. */
  readonly engineRuns: { readonly hours: number; readonly ms: number }
  readonly tank: Tank
  /** The fill that comes next in the morning, and the one that does after the day’s stop for fuel; that at `fuelAt`. */
  readonly fills: readonly [NextFill, NextFill]
  readonly fuelAt: number | null
  /** The minute at which the truck is heard of while it stands. */
  readonly minute: number
}

/** A day is of a few thousand trucks at once; history is asked for one by one. */
const MAX_DAYS = 12_000
/** A truck's years before its first day here, its days since, and what it stands with the engine on, a day on the road. */
const LIFETIME_MPH = 52
const DRIVEN_MPH = 61
const IDLE_HOURS = 1.2

const engineMs = (segments: readonly Segment[]) =>
  segments.reduce((sum, one) => sum + (isEngineOn(one) ? one.to - one.from : 0), 0)

/** Only whoever is off duty turns the engine off. */
export const isEngineOn = (segment: Segment): boolean => segment.kind === 'driving' || segment.reason !== 'off_duty'

export type TruckDays = (unit: string, day: number) => TruckDay

/** Makes the days of trucks, counted from 1970-01-01, out of where they go and how far they have come. */
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
