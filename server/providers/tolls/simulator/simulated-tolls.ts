import { type FeedRange, inPages } from '#server/providers/feed-source.ts'
import type { TollRow, TollSource } from '#server/providers/tolls/tolls.ts'
import { dateOf } from '#server/simulation/day-numbers.ts'
import { type RollingTruck, tripsOfWeek, weeksTouched } from '#server/simulation/rolling-weeks.ts'
import { passagesOf } from '#server/simulation/toll-roads.ts'

const ROWS_A_PAGE = 1000

function* tollsOf(truck: RollingTruck, range: FeedRange): Generator<TollRow> {
  for (const week of weeksTouched(range)) {
    const passages = tripsOfWeek(truck.id, week).flatMap((trip) => [...passagesOf(trip)])
    for (const [n, { offset, agency, plaza, amount }] of passages.entries()) {
      const date = dateOf(offset)
      if (date < range.first || date > range.last) continue
      yield {
        key: `${truck.id}-${week}-${n}`,
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

function* tollsOfAll(fleet: readonly RollingTruck[], range: FeedRange): Generator<TollRow> {
  for (const truck of fleet) yield* tollsOf(truck, range)
}

/** The tolls of trucks that have a driver, from where they would roll. `fleet` tells which those are, each time anew. */
export function simulatedTolls({ fleet }: { readonly fleet: () => Promise<readonly RollingTruck[]> }): TollSource {
  return {
    vendor: 'simulator',
    lateDays: 3,
    isMadeUp: true,
    async *fetch(range) {
      yield* inPages(tollsOfAll(await fleet(), range), ROWS_A_PAGE)
    },
  }
}
