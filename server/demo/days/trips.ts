import type { City } from '#server/demo/roads/freight-map.ts'

/**
 * A load from pick-up to delivery. Days are offsets from a day chosen by the caller, both included. Miles are road
 * miles.
 */
export interface Trip {
  readonly origin: City
  readonly destination: City
  readonly from: number
  readonly to: number
  readonly miles: number
  /** Miles by day, if the usual split does not apply: the trip was interrupted and completed later. */
  readonly days?: readonly number[]
}

/** One driving day of a trip. */
export interface DrivenDay {
  readonly offset: number
  readonly miles: number
  /** Miles of the trip driven before this day. */
  readonly before: number
  readonly trip: Trip
}

/** Upper limit of miles in a day: more than one driver covers. It caps plans that were cut short. */
const MAX_MILES = 640

const tenths = (miles: number) => Math.round(miles * 10) / 10

/**
 * A trip's miles by day, to one decimal. The first and last day have fewer, for loading and unloading. Unless a day
 * reaches `MAX_MILES`, the days add up to the miles of the trip.
 */
export function milesByDay({ from, to, miles, days }: Trip): readonly number[] {
  if (days) return days
  const count = to - from + 1
  const weights = Array.from({ length: count }, (_, day) => (day === count - 1 ? 0.85 : day === 0 ? 0.95 : 1.1))
  const sum = weights.reduce((all, weight) => all + weight, 0)
  const shares = weights.map((weight) => Math.min(MAX_MILES, tenths((miles * weight) / sum)))
  const early = shares.slice(0, -1)
  const rest = miles - early.reduce((all, share) => all + share, 0)
  return [...early, Math.min(MAX_MILES, tenths(rest))]
}

/** The days of trips on which the truck rolled, in order. */
export function* daysOfTrips(trips: Iterable<Trip>): Generator<DrivenDay> {
  for (const trip of trips) {
    let before = 0
    for (const [day, miles] of milesByDay(trip).entries()) {
      if (miles > 0) yield { offset: trip.from + day, miles, before, trip }
      before += miles
    }
  }
}
