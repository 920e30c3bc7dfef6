import { DEFAULT_WEEKS } from '#contract/people/driver-weeks.ts'
import type { UnitKind } from '#contract/units/unit-choices.ts'
import { type UnitWeekFigures, unitWeekEndpoints } from '#contract/units/unit-weeks.ts'
import { kind } from '#contract/wire/record.ts'
import type { IsoDay } from '#src/format/calendar.ts'
import { type Week, weekAt } from '#src/format/week.ts'
import { prefetchList } from '#src/offline/prefetch/prefetch-list.ts'
import { wholeList } from '#src/offline/query-storage/whole-list.ts'
import { rowIn } from '#src/offline/reading/derived-list.ts'
import { listQuery } from '#src/offline/reading/list-query.ts'
import { type RecordQuery, recordQuery } from '#src/offline/reading/record-query.ts'

// Their keys begin with `figures`, and they show no area: no change of a unit is about them, so none has them asked anew.
const CALLS = {
  truck: { one: unitWeekEndpoints.truckInfo, all: unitWeekEndpoints.truckWeeks },
  trailer: { one: unitWeekEndpoints.trailerInfo, all: unitWeekEndpoints.trailerWeeks },
} as const

const figuresKind = kind('unit_figures', (row: { readonly id: string }) => row.id)

/** The last weeks of every unit of a kind, as the server has them without being asked for a range. */
function allFigures(sort: UnitKind) {
  const common = { key: ['figures', `${sort}s`], areas: [], kind: figuresKind }
  return sort === 'truck'
    ? listQuery({ ...common, endpoint: CALLS.truck.all })
    : listQuery({ ...common, endpoint: CALLS.trailer.all })
}

/** The last weeks of one unit, as the device keeps them among those of all. */
async function figuresWithin(sort: UnitKind, unit: string) {
  const known = await rowIn(allFigures(sort), ({ id }) => id === unit)
  return known && { ...known, data: known.data.weeks }
}

/** The days of a week of a unit's expenses: -1 began today, and so is today alone; what is to come is hidden. */
export function unitWeekAt(today: IsoDay, place: number): Week {
  const { start, end } = weekAt(today, place + 1)
  return { start, end: end > today ? today : end }
}

/**
 * A unit's figures by weeks, as many as are asked for at once: `at` 0 the last ones, 1 those before them … The last ones are
 * asked for without days, so that what a device kept yesterday is found today.
 */
export function unitFigures(sort: UnitKind, id: string, at: number, today: IsoDay): RecordQuery<UnitWeekFigures[]> {
  const asked = { key: ['figures', sort], areas: [], params: { id } }
  const within = () => figuresWithin(sort, id)
  const endpoint = CALLS[sort].one
  if (at === 0) return recordQuery({ ...asked, endpoint, within })
  const first = unitWeekAt(today, -(at + 1) * DEFAULT_WEEKS)
  const last = unitWeekAt(today, -at * DEFAULT_WEEKS - 1)
  return recordQuery({ ...asked, endpoint, query: { date_after: first.start, date_before: last.end } })
}

/** Rows a page of the kept lists: some 200 kB, read and written in a few milliseconds. */
const KEPT_PAGE = 250

/** What a device keeps of the figures without being asked: the last weeks of every unit. */
export const unitFiguresToKeep = prefetchList(() => {
  return (['truck', 'trailer'] as const).map((sort) => wholeList(allFigures(sort), { limit: KEPT_PAGE }))
})
