import { type DriverName, driverEndpoints, driverKind } from '#contract/people/drivers.ts'
import { anyOf, edit, view, viewOrEdit } from '#contract/wire/access.ts'
import { compareNames } from '#contract/wire/people.ts'
import { kind } from '#contract/wire/record.ts'
import { prefetchList } from '#src/offline/prefetch/prefetch-list.ts'
import { wholeList } from '#src/offline/query-storage/whole-list.ts'
import { listQuery } from '#src/offline/reading/list-query.ts'

/** Their kind by name, their whole row by type. */
const driverNameRows = kind<DriverName>(driverKind.name, driverKind.keyOf)

/** Names are short: the most that a list may have at once. */
const NAMES = 1000

/** The names of all drivers, in their order, with whose they are, what they drive and how their papers stand; those in Firing too, for they may be somebody's. */
export const driverNames = listQuery({
  key: ['drivers', 'names'],
  endpoint: driverEndpoints.miniList,
  query: { limit: NAMES },
  areas: ['drivers', 'users'],
  // Until when papers hold is told to who may view drivers; that they have lapsed, to who is concerned with units.
  parts: [view('drivers'), viewOrEdit('trucks', 'trailers')],
  kind: driverNameRows,
  // A whole driver whom a waiting change remembers is no row of this list.
  fits: (row) => !('extra_info' in row),
  compare: (a, b) => compareNames(a.user, b.user) || a.id - b.id,
})

/** What a device keeps of them without being asked: whoever gives drivers something. */
export const driverNamesToKeep = prefetchList(() => {
  const keptFor = anyOf(edit('dispatchers'), edit('trailers'), edit('trucks'))
  return [wholeList(driverNames, { keptFor })]
})
