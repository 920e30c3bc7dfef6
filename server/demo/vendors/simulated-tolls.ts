import { dateOf, dayNumber } from '#server/demo/days/day-numbers.ts'
import type { Itinerary } from '#server/demo/days/itinerary.ts'
import type { RollingTruck } from '#server/demo/days/rolling-weeks.ts'
import { passagesOf } from '#server/demo/days/toll-roads.ts'
import { type FeedRange, inPages } from '#server/providers/feed-source.ts'
import type { TollRow, TollSource } from '#server/providers/tolls/tolls.ts'

const ROWS_A_PAGE = 1000

interface Rolling {
  /** The trucks that have a driver now. Called for each fetch. */
  readonly fleet: () => Promise<readonly RollingTruck[]>
  readonly itinerary: Itinerary
}

function* tollsOf(truck: RollingTruck, itinerary: Itinerary, range: FeedRange): Generator<TollRow> {
  for (const trip of itinerary.tripsOfUnit(truck.id, dayNumber(range.first), dayNumber(range.last))) {
    for (const [n, { offset, agency, plaza, amount }] of [...passagesOf(trip)].entries()) {
      const date = dateOf(offset)
      if (date < range.first || date > range.last) continue
      yield {
        key: `${truck.id}-${trip.from}-${n}`,
        date,
        posted_on: date,
        amount,
        agency,
        plaza,
        plate: truck.licence_plate ?? '',
        transponder_id: truck.transponder_id ?? '',
        unit_number: truck.unit_number ?? '',
      }
    }
  }
}

/** The tolls of trucks with a driver, on their trips. */
export function simulatedTolls({ fleet, itinerary }: Rolling): TollSource {
  function* ofAll(trucks: readonly RollingTruck[], range: FeedRange): Generator<TollRow> {
    for (const truck of trucks) yield* tollsOf(truck, itinerary, range)
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
