import { type FeedRange, inPages } from '#server/providers/feed-source.ts'
import type { FuelRow, FuelSource } from '#server/providers/fuel/fuel.ts'
import { dateOf } from '#server/simulation/day-numbers.ts'
import { type FuelStop, fuelStops, reeferStops } from '#server/simulation/fuel-stops.ts'
import {
  chanceOf,
  commonChance,
  type RollingTruck,
  tripsOfWeek,
  weeksTouched,
} from '#server/simulation/rolling-weeks.ts'
import { daysOfTrips } from '#server/simulation/trips.ts'

const ROWS_A_PAGE = 1000

type Stops = ReturnType<typeof fuelStops>

function* bought(
  unit: string,
  product: string,
  stops: (week: number) => Iterable<FuelStop>,
  range: FeedRange,
): Generator<Omit<FuelRow, 'network_driver'>> {
  for (const week of weeksTouched(range)) {
    let receipt = 0
    for (const { offset, ...stop } of stops(week)) {
      receipt++
      const date = dateOf(offset)
      if (date < range.first || date > range.last) continue
      yield { key: `${unit}-${product}-${week}-${receipt}`, date, ...stop, product, unit_number: unit }
    }
  }
}

function* fuelOf(
  { id, card, reefer }: RollingTruck,
  made: { readonly truck: Stops; readonly trailer: Stops },
  range: FeedRange,
): Generator<FuelRow> {
  const days = (week: number) => daysOfTrips(tripsOfWeek(id, week))
  const diesel = (week: number) => made.truck(chanceOf(id, week, 'fuel'), days(week))
  for (const row of bought(id, 'diesel', diesel, range)) yield { ...row, network_driver: card }
  if (reefer === null) return
  const cooling = (week: number) => made.trailer(chanceOf(reefer, week, 'fuel'), days(week))
  for (const row of bought(reefer, 'reefer', cooling, range)) yield { ...row, network_driver: card }
}

function* fuelOfAll(fleet: readonly RollingTruck[], range: FeedRange): Generator<FuelRow> {
  const sites = commonChance().branch('sites')
  const made = { truck: fuelStops(sites), trailer: reeferStops(sites) }
  for (const truck of fleet) {
    // Who has no card yet buys nothing with it.
    if (truck.card !== null) yield* fuelOf(truck, made, range)
  }
}

/** What trucks with a driver, and their reefers, would buy on the way. `fleet` tells which those are, each time anew. */
export function simulatedFuel({ fleet }: { readonly fleet: () => Promise<readonly RollingTruck[]> }): FuelSource {
  return {
    vendor: 'simulator',
    lateDays: 3,
    isMadeUp: true,
    async *fetch(range) {
      yield* inPages(fuelOfAll(await fleet(), range), ROWS_A_PAGE)
    },
  }
}
