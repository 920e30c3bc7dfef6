import { fleetManagerEndpoints } from '#contract/maintenance/fleet-managers.ts'
import { anyOf, edit, view } from '#contract/wire/access.ts'
import { compareNames, type Person, personContactKind } from '#contract/wire/people.ts'
import { kind } from '#contract/wire/record.ts'
import { prefetchList } from '#src/offline/prefetch/prefetch-list.ts'
import { wholeList } from '#src/offline/query-storage/whole-list.ts'
import { listQuery } from '#src/offline/reading/list-query.ts'

/** A fleet manager in a picker, with phone and e-mail. */
export interface FleetManagerName {
  readonly id: number
  readonly user: Person
}

const nameKind = kind<FleetManagerName>('fleet_manager_name', ({ id }) => `${id}`)

/** All fleet managers, sorted by name. */
export const fleetManagerNames = listQuery({
  key: ['fleet_managers', 'names'],
  endpoint: fleetManagerEndpoints.miniList,
  isSynced: true,
  query: { limit: 1000 },
  parts: [edit('trucks'), edit('trailers')],
  areas: ['users'],
  kind: nameKind,
  compare: (a, b) => compareNames(a.user, b.user) || a.id - b.id,
  overlayRows: (rows, fold) =>
    fold.has(personContactKind) ? rows.map((row) => ({ ...row, user: fold.row(personContactKind, row.user) })) : rows,
})

/** Prefetched for users who edit trucks or trailers or view inspections. */
export const fleetManagerNamesToPrefetch = prefetchList(
  () => [wholeList(fleetManagerNames, { storedFor: anyOf(edit('trucks'), edit('trailers'), view('maintenance')) })],
  { isFirst: true },
)
