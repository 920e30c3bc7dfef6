import { compareDrivers, type Driver, driverEndpoints, driverFits, driverKind } from '#contract/people/drivers.ts'
import { searchWords } from '#contract/text/search.ts'
import { kind } from '#contract/wire/record.ts'
import { prefetchList } from '#src/offline/prefetch/prefetch-list.ts'
import { wholeList } from '#src/offline/query-storage/whole-list.ts'
import { type ListQuery, listQuery } from '#src/offline/reading/list-query.ts'
import { DRIVER_DEFAULTS, type DriverChoice } from './list/driver-search.ts'

/** Their kind by name, their whole row by type. */
const driverRows = kind<Driver>(driverKind.name, driverKind.keyOf)

/** Drivers in an order, all or those of one status, and those who are looked for. */
export function driverList({ sort, filter, find }: DriverChoice): ListQuery<Driver> {
  // However it was typed, the same words are the same question.
  const search = searchWords(find).join(' ')
  const isWhole = sort === DRIVER_DEFAULTS.sort && filter === '' && search === ''
  return listQuery({
    key: ['drivers', 'list'],
    endpoint: driverEndpoints.list,
    query: { ordering: sort, filter, ...(search !== '' && { search }) },
    areas: ['drivers', 'users'],
    kind: driverRows,
    fits: driverFits(filter, search),
    compare: compareDrivers(sort),
    partOf: isWhole ? null : driverList(DRIVER_DEFAULTS),
    isPassing: search !== '',
  })
}

/** Rows a page of the kept list: some 140 kB, read and written in a few milliseconds. */
const KEPT_PAGE = 250

/** What a device keeps of the drivers without being asked: everyone, in the usual order. */
export const driversToKeep = prefetchList(() => [wholeList(driverList(DRIVER_DEFAULTS), { limit: KEPT_PAGE })])
