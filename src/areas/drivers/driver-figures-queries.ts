import { DEFAULT_WEEKS, type DriverWeekFigures } from '#contract/people/driver-weeks.ts'
import { driverEndpoints } from '#contract/people/drivers.ts'
import { administrator } from '#contract/wire/access.ts'
import { kind } from '#contract/wire/record.ts'
import type { IsoDay } from '#src/format/calendar.ts'
import { expenseWeekAt } from '#src/format/week.ts'
import { prefetchList } from '#src/offline/prefetch/prefetch-list.ts'
import { wholeList } from '#src/offline/query-storage/whole-list.ts'
import { findStoredRow } from '#src/offline/reading/derived-list.ts'
import { listQuery } from '#src/offline/reading/list-query.ts'
import { type RecordQuery, recordQuery } from '#src/offline/reading/record-query.ts'

/** Only administrators get a driver's income. */
const parts = [administrator]

/** The latest weeks of every driver: the server's default without a range. */
const allFigures = listQuery({
  key: ['figures', 'drivers'],
  endpoint: driverEndpoints.weeks,
  areas: ['figures'],
  parts,
  kind: kind('driver_figures', (row: { readonly id: number }) => `${row.id}`),
})

/** The latest weeks of one driver, from the stored list of all drivers. */
async function storedFigures(driver: number) {
  const known = await findStoredRow(allFigures, ({ id }) => id === driver)
  return known && { ...known, data: known.data.weeks }
}

/**
 * A driver's figures of several weeks: `at` 0 for the latest weeks, 1 for the weeks before, and so on. The latest weeks
 * are requested without dates, so that yesterday's stored figures are found today.
 */
export function driverFigures(driver: number, at: number, today: IsoDay): RecordQuery<DriverWeekFigures[]> {
  const base = {
    key: ['figures', 'driver'],
    endpoint: driverEndpoints.additionalInfo,
    areas: ['figures'],
    parts,
  } as const
  if (at === 0) return recordQuery({ ...base, params: { id: driver }, derive: () => storedFigures(driver) })
  const first = expenseWeekAt(today, -(at + 1) * DEFAULT_WEEKS)
  const last = expenseWeekAt(today, -at * DEFAULT_WEEKS - 1)
  const query = { additional_data_date_from: first.start, additional_data_date_to: last.end }
  return recordQuery({ ...base, params: { id: driver }, query })
}

/** Rows per page of the stored list: about 200 kB, read and written in a few milliseconds. */
const STORED_PAGE = 250

/** Prefetched: the latest weeks of all drivers. */
export const figuresToPrefetch = prefetchList(() => [wholeList(allFigures, { limit: STORED_PAGE })])
