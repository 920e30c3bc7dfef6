import { compareDrivers, type Driver, driverEndpoints, driverFits, driverKind } from '#contract/drivers.ts'
import { kind } from '#contract/record.ts'
import { type ListQuery, listQuery } from '#src/offline/resource-query.ts'
import { wholeList } from '#src/offline/whole-list.ts'
import { DRIVER_DEFAULTS, type DriverChoice } from './driver-search.ts'

/** Their kind by name, their whole row by type. */
const driverRows = kind<Driver>(driverKind.name, driverKind.keyOf)

/** Drivers in an order, all or those of one status. */
export function driverList(choice: DriverChoice): ListQuery<Driver> {
  const { sort, filter } = choice
  const isWhole = sort === DRIVER_DEFAULTS.sort && filter === ''
  return listQuery({
    key: ['drivers', 'list'],
    endpoint: driverEndpoints.list,
    query: { ordering: sort, filter },
    shows: ['drivers', 'users'],
    kind: driverRows,
    fits: (row: Driver) => driverFits(row, filter),
    compare: compareDrivers(sort),
    partOf: isWhole ? null : driverList(DRIVER_DEFAULTS),
  })
}

/** Rows a page of the kept list: some 140 kB, read and written in a few milliseconds. */
const KEPT_PAGE = 250

/** What a device keeps of the drivers without being asked: everyone, in the usual order. */
export function driversToKeep() {
  return [wholeList(driverList(DRIVER_DEFAULTS), { limit: KEPT_PAGE })]
}
