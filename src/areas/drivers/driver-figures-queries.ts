import { DEFAULT_WEEKS, type DriverWeekFigures } from '#contract/people/driver-weeks.ts'
import { driverEndpoints } from '#contract/people/drivers.ts'
import { administrator } from '#contract/wire/access.ts'
import { kind } from '#contract/wire/record.ts'
import type { IsoDay } from '#src/format/calendar.ts'
import { expenseWeekAt } from '#src/format/week.ts'
import { prefetchList } from '#src/offline/prefetch/prefetch-list.ts'
import { wholeList } from '#src/offline/query-storage/whole-list.ts'
import { rowIn } from '#src/offline/reading/derived-list.ts'
import { listQuery } from '#src/offline/reading/list-query.ts'
import { type RecordQuery, recordQuery } from '#src/offline/reading/record-query.ts'

// Their keys begin with `figures`, and they show no area: no change of a driver is about them, so none has them asked anew.
/** What a company earns by a driver comes to administrators alone. */
const parts = [administrator]

/** The last weeks of every driver, as the server has them without being asked for a range. */
const allFigures = listQuery({
  key: ['figures', 'drivers'],
  endpoint: driverEndpoints.weeks,
  areas: [],
  parts,
  kind: kind('driver_figures', (row: { readonly id: number }) => `${row.id}`),
})

/** The last weeks of one driver, as the device keeps them among those of all. */
async function figuresWithin(driver: number) {
  const known = await rowIn(allFigures, ({ id }) => id === driver)
  return known && { ...known, data: known.data.weeks }
}

/**
 * A driver's figures by weeks, as many as are asked for at once: `at` 0 the last ones, 1 those before them … The last ones
 * are asked for without days, so that what a device kept yesterday is found today.
 */
export function driverFigures(driver: number, at: number, today: IsoDay): RecordQuery<DriverWeekFigures[]> {
  const asked = { key: ['figures', 'driver'], endpoint: driverEndpoints.additionalInfo, areas: [], parts }
  if (at === 0) return recordQuery({ ...asked, params: { id: driver }, within: () => figuresWithin(driver) })
  const first = expenseWeekAt(today, -(at + 1) * DEFAULT_WEEKS)
  const last = expenseWeekAt(today, -at * DEFAULT_WEEKS - 1)
  const query = { additional_data_date_from: first.start, additional_data_date_to: last.end }
  return recordQuery({ ...asked, params: { id: driver }, query })
}

/** Rows a page of the kept list: some 200 kB, read and written in a few milliseconds. */
const KEPT_PAGE = 250

/** What a device keeps of the figures without being asked: the last weeks of everyone. */
export const figuresToKeep = prefetchList(() => [wholeList(allFigures, { limit: KEPT_PAGE })])
