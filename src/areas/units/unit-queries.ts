import { searchWords } from '#contract/text/search.ts'
import type { UnitKind } from '#contract/units/unit-choices.ts'
import { unitKind } from '#contract/units/unit-names.ts'
import {
  compareUnitRows,
  type Trailer,
  type Truck,
  trailerEndpoints,
  truckEndpoints,
  type Unit,
  unitFits,
} from '#contract/units/units.ts'
import { view } from '#contract/wire/access.ts'
import { kind } from '#contract/wire/record.ts'
import { withContacts } from '#src/lookups/copied-contacts.ts'
import { prefetchList } from '#src/offline/prefetch/prefetch-list.ts'
import { wholeList } from '#src/offline/query-storage/whole-list.ts'
import { type ListQuery, listQuery } from '#src/offline/reading/list-query.ts'
import { UNIT_DEFAULTS, type UnitChoice } from './list/unit-search.ts'
import { UNIT_WORDS } from './unit-kinds.ts'

/** Their kind by name, their whole row by type. */
export const unitRows = kind<Unit>(unitKind.name, unitKind.keyOf, unitKind.alsoOf)

/** What is asked of either list, and how its rows stand on the device. */
function asked(sort: UnitKind, { sort: ordering, filter, find }: UnitChoice) {
  // However it was typed, the same words are the same question.
  const search = searchWords(find).join(' ')
  const fits = unitFits(filter, search)
  const { area } = UNIT_WORDS[sort]
  return {
    key: [area, 'list'],
    query: { ordering, filter, ...(search !== '' && { search }) },
    areas: [area, 'drivers', 'dispatchers', 'users'],
    // Until when a driver's papers hold is told to who may view drivers.
    parts: [view('drivers')],
    kind: unitRows,
    // Trucks and trailers are one kind: a change of one of them is about no list of the others.
    fits: (row: Unit) => row.kind === sort && fits(row),
    compare: compareUnitRows(ordering),
    isPassing: search !== '',
    overlayRows: withContacts,
  }
}

const isWhole = ({ sort, filter, find }: UnitChoice) =>
  sort === UNIT_DEFAULTS.sort && filter === '' && searchWords(find).length === 0

const truckList = (choice: UnitChoice): ListQuery<Truck> =>
  listQuery({
    ...asked('truck', choice),
    endpoint: truckEndpoints.list,
    partOf: isWhole(choice) ? null : truckList(UNIT_DEFAULTS),
  })

const trailerList = (choice: UnitChoice): ListQuery<Trailer> =>
  listQuery({
    ...asked('trailer', choice),
    endpoint: trailerEndpoints.list,
    partOf: isWhole(choice) ? null : trailerList(UNIT_DEFAULTS),
  })

/** Trucks or trailers in an order, all or those of one status, and those that are looked for. */
export function unitRowList(sort: UnitKind, choice: UnitChoice): ListQuery<Unit> {
  // Whatever is given to such a list came from it: its rows are those of its kind alone.
  return (sort === 'truck' ? truckList(choice) : trailerList(choice)) as ListQuery<Unit>
}

/** Rows a page of the kept lists: some 200 kB, read and written in a few milliseconds. */
const KEPT_PAGE = 250

/** What a device keeps of the units without being asked: every truck and trailer, in the usual order. */
export const unitRowsToKeep = prefetchList(() => {
  return (['truck', 'trailer'] as const).map((sort) =>
    wholeList(unitRowList(sort, UNIT_DEFAULTS), { limit: KEPT_PAGE }),
  )
})
