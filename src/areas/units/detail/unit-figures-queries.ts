import { DEFAULT_WEEKS } from '#contract/people/driver-weeks.ts'
import type { UnitKind } from '#contract/units/unit-choices.ts'
import { type UnitWeekFigures, unitWeekEndpoints } from '#contract/units/unit-weeks.ts'
import { kind } from '#contract/wire/record.ts'
import type { IsoDay } from '#src/format/calendar.ts'
import { type Week, weekAt } from '#src/format/week.ts'
import { prefetchList } from '#src/offline/prefetch/prefetch-list.ts'
import { wholeList } from '#src/offline/query-storage/whole-list.ts'
import { findStoredRow } from '#src/offline/reading/derived-list.ts'
import { listQuery } from '#src/offline/reading/list-query.ts'
import { type RecordQuery, recordQuery } from '#src/offline/reading/record-query.ts'

const CALLS = {
  truck: { one: unitWeekEndpoints.truckInfo, all: unitWeekEndpoints.truckWeeks },
  trailer: { one: unitWeekEndpoints.trailerInfo, all: unitWeekEndpoints.trailerWeeks },
} as const

const figuresKind = kind('unit_figures', (row: { readonly id: string }) => row.id)

/** The latest weeks of every unit of a kind: the server's default without a range. */
function allFigures(kind: UnitKind) {
  const common = { key: ['figures', `${kind}s`], areas: ['figures'], kind: figuresKind } as const
  return kind === 'truck'
    ? listQuery({ ...common, endpoint: CALLS.truck.all })
    : listQuery({ ...common, endpoint: CALLS.trailer.all })
}

/** The latest weeks of one unit, from the stored list of all units. */
async function storedFigures(kind: UnitKind, unit: string) {
  const known = await findStoredRow(allFigures(kind), ({ id }) => id === unit)
  return known && { ...known, data: known.data.weeks }
}

/** The days of an expense week. Week -1 began today, so it is today only. Future days are hidden. */
export function unitWeekAt(today: IsoDay, place: number): Week {
  const { start, end } = weekAt(today, place + 1)
  return { start, end: end > today ? today : end }
}

/**
 * A unit's figures of several weeks: `at` 0 for the latest weeks, 1 for the weeks before, and so on. The latest weeks
 * are requested without dates, so that yesterday's stored figures are found today.
 */
export function unitFigures(kind: UnitKind, id: string, at: number, today: IsoDay): RecordQuery<UnitWeekFigures[]> {
  const base = { key: ['figures', kind], areas: ['figures'], params: { id } } as const
  const derive = () => storedFigures(kind, id)
  const endpoint = CALLS[kind].one
  if (at === 0) return recordQuery({ ...base, endpoint, derive })
  const first = unitWeekAt(today, -(at + 1) * DEFAULT_WEEKS)
  const last = unitWeekAt(today, -at * DEFAULT_WEEKS - 1)
  return recordQuery({ ...base, endpoint, query: { date_after: first.start, date_before: last.end } })
}

/** Rows per page of the stored lists: about 200 kB, read and written in a few milliseconds. */
const STORED_PAGE = 250

/** Prefetched: the latest weeks of all units. */
export const unitFiguresToPrefetch = prefetchList(() => {
  return (['truck', 'trailer'] as const).map((kind) => wholeList(allFigures(kind), { limit: STORED_PAGE }))
})
