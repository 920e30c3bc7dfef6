import type { UnitKind } from '#contract/units/unit-choices.ts'
import { nameOfUnit } from '#contract/units/unit-holding.ts'
import { compareUnits, type UnitName, unitKind } from '#contract/units/unit-names.ts'
import { trailerEndpoints, truckEndpoints, type Unit } from '#contract/units/units.ts'
import { anyOf, edit } from '#contract/wire/access.ts'
import { kind } from '#contract/wire/record.ts'
import { prefetchList } from '#src/offline/prefetch/prefetch-list.ts'
import { wholeList } from '#src/offline/query-storage/whole-list.ts'
import { type ListQuery, listQuery } from '#src/offline/reading/list-query.ts'

/** Their kind by name, their whole row by type. */
const unitRows = kind<UnitName>(unitKind.name, unitKind.keyOf, unitKind.alsoOf)

/** As many as the company has, in one answer; of more the next pages follow. */
const PAGE = 1000

/** All trucks, or all trailers, with who has them. */
export function unitList(sort: UnitKind): ListQuery<UnitName> {
  const common = {
    query: { limit: PAGE },
    kind: unitRows,
    compare: compareUnits,
    fits: isOf(sort),
    overlayRows: asNames,
  }
  return sort === 'truck'
    ? listQuery({
        ...common,
        key: ['trucks', 'names'],
        endpoint: truckEndpoints.miniList,
        areas: ['trucks', 'drivers', 'users'],
      })
    : listQuery({
        ...common,
        key: ['trailers', 'names'],
        endpoint: trailerEndpoints.miniList,
        areas: ['trailers', 'drivers', 'users'],
      })
}

/** One that was just made here stands among them as a row of its own list. */
function asNames(rows: readonly (UnitName | Unit)[]): readonly UnitName[] {
  const isName = (row: UnitName | Unit): row is UnitName => !('extra_info' in row)
  return rows.every(isName) ? rows : rows.map((row) => (isName(row) ? row : nameOfUnit(row)))
}

const isOf = (sort: UnitKind) => (unit: UnitName) => unit.kind === sort

/** Rows a page of the kept list: some 100 kB, read and written in a few milliseconds. */
const KEPT_PAGE = 500

/** Who picks a unit: to give it to a driver, or to report on it. */
const PICKERS = anyOf(edit('drivers'), edit('maintenance'))

/** What a device keeps of the units without being asked: every truck and trailer, to be picked without a network. */
export const unitsToKeep = prefetchList(() => {
  return (['truck', 'trailer'] as const).map((sort) =>
    wholeList(unitList(sort), { limit: KEPT_PAGE, keptFor: PICKERS }),
  )
})
