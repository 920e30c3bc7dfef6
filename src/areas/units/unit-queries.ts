import { searchWords } from '#contract/text/search.ts'
import type { UnitKind } from '#contract/units/unit-choices.ts'
import { unitKind } from '#contract/units/unit-names.ts'
import { compareUnitRows, unitFits } from '#contract/units/unit-search.ts'
import { type Trailer, type Truck, trailerEndpoints, truckEndpoints, type Unit } from '#contract/units/units.ts'
import { view } from '#contract/wire/access.ts'
import { MAX_PAGE_SIZE } from '#contract/wire/page.ts'
import { kind } from '#contract/wire/record.ts'
import { withManagerContacts } from '#src/lookups/copied-contacts.ts'
import { UNIT_ROW_AREAS } from '#src/lookups/unit-row-areas.ts'
import { prefetchList } from '#src/offline/prefetch/prefetch-list.ts'
import { wholeList } from '#src/offline/query-storage/whole-list.ts'
import { type ListQuery, listQuery } from '#src/offline/reading/list-query.ts'
import { UNIT_DEFAULTS, type UnitChoice } from './list/unit-search.ts'
import { UNIT_WORDS } from './unit-kinds.ts'

/** The record kind of units, with the full row type. */
export const unitRows = kind<Unit>(unitKind.name, unitKind.keyOf, unitKind.alsoOf)

/** The common part of both lists: the call's query, and sort order and filter on the device. */
function listParts(kind: UnitKind, { sort: ordering, filter, find }: UnitChoice, limit?: number) {
  // The same words are the same query, however they were typed.
  const search = searchWords(find).join(' ')
  const fits = unitFits(filter, search)
  const { area } = UNIT_WORDS[kind]
  return {
    key: [area, 'list'],
    query: { ordering, filter, ...(search !== '' && { search }), ...(limit !== undefined && { limit }) },
    areas: UNIT_ROW_AREAS[kind],
    // Only users who may view drivers get the dates of drivers' papers.
    parts: [view('drivers')],
    kind: unitRows,
    // Trucks and trailers are one record kind. A change of a truck must not affect the list of trailers, and vice
    // versa.
    fits: (row: Unit) => row.kind === kind && fits(row),
    compare: compareUnitRows(ordering, search),
    isTransient: search !== '' || limit !== undefined,
    overlayRows: withManagerContacts,
  }
}

const isWhole = ({ sort, filter, find }: UnitChoice) =>
  sort === UNIT_DEFAULTS.sort && filter === '' && searchWords(find).length === 0

export const truckList = (choice: UnitChoice, limit?: number): ListQuery<Truck> =>
  listQuery({
    ...listParts('truck', choice, limit),
    endpoint: truckEndpoints.list,
    isSynced: true,
    partOf: isWhole(choice) && limit === undefined ? null : truckList(UNIT_DEFAULTS),
  })

export const trailerList = (choice: UnitChoice, limit?: number): ListQuery<Trailer> =>
  listQuery({
    ...listParts('trailer', choice, limit),
    endpoint: trailerEndpoints.list,
    isSynced: true,
    partOf: isWhole(choice) && limit === undefined ? null : trailerList(UNIT_DEFAULTS),
  })

/** The trucks or trailers in a sort order, by status and search. */
export function unitRowList(kind: UnitKind, choice: UnitChoice): ListQuery<Unit> {
  // A list only receives rows that came from it, so they have its unit kind.
  return (kind === 'truck' ? truckList(choice) : trailerList(choice)) as ListQuery<Unit>
}

/** The same in pages as large as the server allows, for a reader that needs all rows. Not stored a second time. */
export function allUnitRows(kind: UnitKind, choice: UnitChoice): ListQuery<Unit> {
  return (kind === 'truck' ? truckList(choice, MAX_PAGE_SIZE) : trailerList(choice, MAX_PAGE_SIZE)) as ListQuery<Unit>
}

/** Rows per page of the stored lists: about 200 kB, read and written in a few milliseconds. */
const STORED_PAGE = 250

/** Prefetched: all trucks and trailers, in the default sort order. */
export const unitRowsToPrefetch = prefetchList(
  () => {
    return (['truck', 'trailer'] as const).map((kind) =>
      wholeList(unitRowList(kind, UNIT_DEFAULTS), { limit: STORED_PAGE }),
    )
  },
  { isFirst: true },
)
