import { fleetManagerEndpoints } from '#contract/maintenance/fleet-managers.ts'
import { anyOf, edit, view } from '#contract/wire/access.ts'
import { compareNames, contactKind, type Person } from '#contract/wire/people.ts'
import { kind } from '#contract/wire/record.ts'
import { prefetchList } from '#src/offline/prefetch/prefetch-list.ts'
import { wholeList } from '#src/offline/query-storage/whole-list.ts'
import { listQuery } from '#src/offline/reading/list-query.ts'

/** A fleet manager to pick, with how to reach them. */
export interface FleetManagerName {
  readonly id: number
  readonly user: Person
}

const nameKind = kind<FleetManagerName>('fleet_manager_name', ({ id }) => `${id}`)

/** All fleet managers, by name. */
export const fleetManagerNames = listQuery({
  key: ['fleet_managers', 'names'],
  endpoint: fleetManagerEndpoints.miniList,
  query: { limit: 1000 },
  parts: [edit('trucks'), edit('trailers')],
  areas: ['users'],
  kind: nameKind,
  compare: (a, b) => compareNames(a.user, b.user) || a.id - b.id,
  overlayRows: (rows, fold) =>
    fold.has(contactKind) ? rows.map((row) => ({ ...row, user: fold.row(contactKind, row.user) })) : rows,
})

/** What a device keeps of them without being asked: whoever describes trucks or trailers, or looks through inspections. */
export const fleetManagerNamesToKeep = prefetchList(() => [
  wholeList(fleetManagerNames, { keptFor: anyOf(edit('trucks'), edit('trailers'), view('maintenance')) }),
])
