import { compareDrivers, type Driver, driverEndpoints, driverFits, driverKind } from '#contract/people/drivers.ts'
import { searchWords } from '#contract/text/search.ts'
import { kind } from '#contract/wire/record.ts'
import { prefetchList } from '#src/offline/prefetch/prefetch-list.ts'
import { wholeList } from '#src/offline/query-storage/whole-list.ts'
import { type ListQuery, listQuery } from '#src/offline/reading/list-query.ts'
import { DRIVER_DEFAULTS, type DriverChoice } from './list/driver-search.ts'

/** The record kind of drivers, with the full row type. */
const driverRows = kind<Driver>(driverKind.name, driverKind.keyOf)

/** The drivers in a sort order, by status and search. */
export function driverList({ sort, filter, find }: DriverChoice): ListQuery<Driver> {
  // The same words are the same query, however they were typed.
  const search = searchWords(find).join(' ')
  const isWhole = sort === DRIVER_DEFAULTS.sort && filter === '' && search === ''
  return listQuery({
    key: ['drivers', 'list'],
    endpoint: driverEndpoints.list,
    isSynced: true,
    query: { ordering: sort, filter, ...(search !== '' && { search }) },
    // Its rows also show the dispatcher, the numbers of the units and the fuel expenses.
    areas: ['drivers', 'dispatchers', 'users', 'trucks', 'trailers', 'figures'],
    kind: driverRows,
    fits: driverFits(filter, search),
    compare: compareDrivers(sort),
    partOf: isWhole ? null : driverList(DRIVER_DEFAULTS),
    isTransient: search !== '',
  })
}

/** Rows per page of the stored list: about 140 kB, read and written in a few milliseconds. */
const STORED_PAGE = 250

/** Prefetched: all drivers, in the default sort order. */
export const driversToPrefetch = prefetchList(() => [wholeList(driverList(DRIVER_DEFAULTS), { limit: STORED_PAGE })], {
  isFirst: true,
})
