import type { City } from '#server/demo/roads/freight-map.ts'

/** A load from pick-up to delivery. Days are offsets from some day, both included; miles are those of the road. */
export interface Trip {
  readonly origin: City
  readonly destination: City
  readonly from: number
  readonly to: number
  readonly miles: number
  /** Its miles by day, when they are not shared out as usual: it was left on the way, and brought to its end later. */
  readonly days?: readonly number[]
}

/** What was covered on one day of a trip. */
export interface DrivenDay {
  readonly offset: number
  readonly miles: number
  /** The miles of the trip that were behind when the day began. */
  readonly before: number
  readonly trip: Trip
}

/** More than one driver covers in a day, whatever a plan that was cut short says. */
const MAX_MILES = 640

const tenths = (miles: number) => Math.round(miles * 10) / 10

/** A trip's miles by its days: loading takes of the first day, and the dock of the last. To one decimal; together all of them. */
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
