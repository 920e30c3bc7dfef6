import { type DriverName, driverEndpoints, driverKind } from '#contract/people/drivers.ts'
import { anyOf, edit, view, viewOrEdit } from '#contract/wire/access.ts'
import { compareNames } from '#contract/wire/people.ts'
import { kind } from '#contract/wire/record.ts'
import { prefetchList } from '#src/offline/prefetch/prefetch-list.ts'
import { wholeList } from '#src/offline/query-storage/whole-list.ts'
import { listQuery } from '#src/offline/reading/list-query.ts'

/** The record kind of drivers, with the short row type of this list. */
const driverNameRows = kind<DriverName>(driverKind.name, driverKind.keyOf)

/** The page size: the largest that a list may have, because names are short. */
const NAMES = 1000

/**
 * The names of all drivers, sorted, with their dispatcher, their units and the state of their papers. Drivers in Firing
 * are included, because they may still have a dispatcher.
 */
export const driverNames = listQuery({
  key: ['drivers', 'names'],
  endpoint: driverEndpoints.miniList,
  isSynced: true,
  query: { limit: NAMES },
  areas: ['drivers', 'users', 'trucks', 'trailers'],
  // The dates of papers need view of drivers. The fact that papers have lapsed needs view or edit of trucks or
  // trailers.
  parts: [view('drivers'), viewOrEdit('trucks', 'trailers')],
  kind: driverNameRows,
  // A full driver row from a waiting change is not a row of this list.
  fits: (row) => !('extra_info' in row),
  compare: (a, b) => compareNames(a.user, b.user) || a.id - b.id,
})

/** Prefetched for users who assign drivers to dispatchers, trucks or trailers. */
export const driverNamesToPrefetch = prefetchList(
  () => {
    const storedFor = anyOf(edit('dispatchers'), edit('trailers'), edit('trucks'))
    return [wholeList(driverNames, { storedFor })]
  },
  { isFirst: true },
)
