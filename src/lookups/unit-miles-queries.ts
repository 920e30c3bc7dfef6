import type { UnitKind } from '#contract/units/unit-choices.ts'
import { unitRefOf } from '#contract/units/unit-names.ts'
import { unitWeekEndpoints } from '#contract/units/unit-weeks.ts'
import { trailerEndpoints, truckEndpoints, type Unit } from '#contract/units/units.ts'
import { kind } from '#contract/wire/record.ts'
import { findStoredRow } from '#src/offline/reading/derived-list.ts'
import { listQuery } from '#src/offline/reading/list-query.ts'
import type { QueryData } from '#src/offline/reading/query-data.ts'
import { type RecordQuery, recordQuery } from '#src/offline/reading/record-query.ts'
import { UNIT_ROW_AREAS } from './unit-row-areas.ts'

interface UnitMiles {
  readonly miles_driven: number
}

/** Miles come from the server alone: no waiting change affects them. */
const milesKind = kind('unit_miles', unitRefOf)
/** The query of the truck and trailer lists with the default sort order: the device stores these lists. */
const DEFAULT_QUERY = { ordering: 'id', filter: '' } as const

const storedListParts = { query: DEFAULT_QUERY, kind: milesKind }

/** The full unit lists that the device stores. */
export const storedTrucks = listQuery({
  ...storedListParts,
  key: ['trucks', 'list'],
  endpoint: truckEndpoints.list,
  areas: UNIT_ROW_AREAS.truck,
})
export const storedTrailers = listQuery({
  ...storedListParts,
  key: ['trailers', 'list'],
  endpoint: trailerEndpoints.list,
  areas: UNIT_ROW_AREAS.trailer,
})

/** The last row of a unit that the device received; null for none. */
export async function lastKnownUnit(kind: UnitKind, id: string): Promise<QueryData<Unit> | null> {
  const isIt = (row: Pick<Unit, 'id' | 'client_id'>) => row.id === id || row.client_id === id
  return kind === 'truck' ? await findStoredRow(storedTrucks, isIt) : await findStoredRow(storedTrailers, isIt)
}

/** The unit's odometer in that row, in miles. */
export async function lastKnownMiles(kind: UnitKind, id: string): Promise<QueryData<UnitMiles> | null> {
  const known = await lastKnownUnit(kind, id)
  return known && { ...known, data: { miles_driven: known.data.miles_driven } }
}

/** A unit's odometer, in miles: from the server, or offline the device's last known value. */
export function unitMiles(kind: UnitKind, id: string): RecordQuery<UnitMiles> {
  return recordQuery({
    key: ['miles', kind],
    // A unit's details include its miles.
    areas: [kind === 'truck' ? 'trucks' : 'trailers'],
    params: { id },
    endpoint: kind === 'truck' ? unitWeekEndpoints.truckMiles : unitWeekEndpoints.trailerMiles,
    derive: () => lastKnownMiles(kind, id),
    isTransient: true,
  })
}
