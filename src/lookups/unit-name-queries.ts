import { unitNameOf } from '#contract/units/unit-assignment.ts'
import type { UnitKind } from '#contract/units/unit-choices.ts'
import { compareUnits, type UnitName, unitKind } from '#contract/units/unit-names.ts'
import { trailerEndpoints, truckEndpoints, type Unit } from '#contract/units/units.ts'
import { anyOf, edit, view } from '#contract/wire/access.ts'
import { kind } from '#contract/wire/record.ts'
import { prefetchList } from '#src/offline/prefetch/prefetch-list.ts'
import { wholeList } from '#src/offline/query-storage/whole-list.ts'
import { type ListQuery, listQuery } from '#src/offline/reading/list-query.ts'

/** The record kind of units, with the short row type of this list. */
const unitRows = kind<UnitName>(unitKind.name, unitKind.keyOf, unitKind.alsoOf)

/** The page size: enough for most companies in one response. Larger fleets need more pages. */
const PAGE = 1000

/** All trucks or all trailers, with their drivers. */
export function unitList(kind: UnitKind): ListQuery<UnitName> {
  const common = {
    query: { limit: PAGE },
    kind: unitRows,
    compare: compareUnits,
    fits: isOf(kind),
    overlayRows: asNames,
  }
  return kind === 'truck'
    ? listQuery({
        ...common,
        key: ['trucks', 'names'],
        endpoint: truckEndpoints.miniList,
        isSynced: true,
        areas: ['trucks', 'drivers', 'users'],
        // Only users who may view trucks get their plates and VINs.
        parts: [view('trucks')],
      })
    : listQuery({
        ...common,
        key: ['trailers', 'names'],
        endpoint: trailerEndpoints.miniList,
        isSynced: true,
        areas: ['trailers', 'drivers', 'users'],
        parts: [view('trailers')],
      })
}

/** Shortens full rows. A unit that was just created on this device is in the list as a full row. */
function asNames(rows: readonly (UnitName | Unit)[]): readonly UnitName[] {
  const isName = (row: UnitName | Unit): row is UnitName => !('extra_info' in row)
  return rows.every(isName) ? rows : rows.map((row) => (isName(row) ? row : unitNameOf(row)))
}

const isOf = (kind: UnitKind) => (unit: UnitName) => unit.kind === kind

/** Rows per page of the stored list: about 100 kB, read and written in a few milliseconds. */
const STORED_PAGE = 500

/** Users who pick a unit: to assign it to a driver or to report on it. */
const PICKERS = anyOf(edit('drivers'), edit('maintenance'))

/** Prefetched: all trucks and trailers, for pickers without a network. */
export const unitsToPrefetch = prefetchList(
  () => {
    return (['truck', 'trailer'] as const).map((kind) =>
      wholeList(unitList(kind), { limit: STORED_PAGE, storedFor: PICKERS }),
    )
  },
  { isFirst: true },
)
