import { dateOf, dayNumber, sundayOf } from '#server/demo/days/day-numbers.ts'
import { fuelStops, type Purchase, reeferStops } from '#server/demo/days/fuel-stops.ts'
import type { Itinerary } from '#server/demo/days/itinerary.ts'
import { type MilesSoFar, milesSoFar } from '#server/demo/days/miles-so-far.ts'
import { chanceOf, type RollingTruck, weeksTouched } from '#server/demo/days/rolling-weeks.ts'
import { type DrivenDay, daysOfTrips } from '#server/demo/days/trips.ts'
import { type FeedRange, inPages } from '#server/providers/feed-source.ts'
import type { FuelRow, FuelSource } from '#server/providers/fuel/fuel.ts'

const ROWS_A_PAGE = 1000

interface Rolling {
  readonly fleet: () => Promise<readonly RollingTruck[]>
  readonly itinerary: Itinerary
}

interface Parts {
  readonly itinerary: Itinerary
  readonly miles: MilesSoFar
}

/** The days of a unit's itinerary on which it rolled, from `first` to `last`. */
const rolledDays = ({ itinerary }: Parts, unit: string, first: number, last: number): DrivenDay[] =>
  [...daysOfTrips(itinerary.tripsOfUnit(unit, first, last))].filter(({ offset }) => offset >= first && offset <= last)

/**
 * Fuel stops whose seasonal prices are relative to `day`, the day on which the plan was made, as in the plan's books.
 */
function pricedFrom(day: number, days: readonly DrivenDay[], stopsOf: (days: DrivenDay[]) => Iterable<Purchase>) {
  const stops = [...stopsOf(days.map((one) => ({ ...one, offset: one.offset - day })))]
  return stops.map(({ gallons, amount, site, offset }) => ({ gallons, amount, site, date: dateOf(offset + day) }))
}

function* fuelOf(parts: Parts, truck: RollingTruck, range: FeedRange): Generator<FuelRow> {
  const { id, unit_number, card, reefer, reefer_number } = truck
  const { itinerary, miles } = parts
  const [first, last] = [dayNumber(range.first), dayNumber(range.last)]
  const creationDay = itinerary.booked(id)?.made ?? 0
  const behind = miles.soFar(id, first).miles
  const stops = (days: DrivenDay[]) => fuelStops(itinerary.fuelOf(id), days, behind)
  for (const row of pricedFrom(creationDay, rolledDays(parts, id, first, last), stops)) {
    yield {
      key: `${id}-diesel-${row.date}`,
      ...row,
      product: 'diesel',
      unit_number: unit_number ?? id,
      network_driver: card,
    }
  }
  if (reefer === null) return
  for (const week of weeksTouched(range)) {
    const days = rolledDays(parts, id, sundayOf(week), sundayOf(week) + 6)
    const cooling = pricedFrom(creationDay, days, (own) => reeferStops(chanceOf(reefer, week, 'fuel'), own))
    for (const row of cooling.filter(({ date }) => date >= range.first && date <= range.last)) {
      yield {
        key: `${reefer}-reefer-${row.date}`,
        ...row,
        product: 'reefer',
        unit_number: reefer_number ?? reefer,
        network_driver: card,
      }
    }
  }
}

/**
 * The fuel bought on trips by trucks with a driver and by their reefers. Each fetch calls `fleet` for the current
 * trucks.
 */
export function simulatedFuel({ fleet, itinerary }: Rolling): FuelSource {
  const parts: Parts = { itinerary, miles: milesSoFar(itinerary) }
  function* ofAll(trucks: readonly RollingTruck[], range: FeedRange): Generator<FuelRow> {
    for (const truck of trucks) {
      // A driver without a fuel card has no purchases.
      if (truck.card !== null) yield* fuelOf(parts, truck, range)
    }
  }
  return {
    vendor: 'simulator',
    lateDays: 3,
    isSimulated: true,
    async *fetch(range) {
      yield* inPages(ofAll(await fleet(), range), ROWS_A_PAGE)
    },
  }
}
