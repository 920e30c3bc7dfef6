import type { UnitKind } from '#contract/units/unit-choices.ts'
import { refOf } from '#contract/units/unit-names.ts'
import { unitWeekEndpoints } from '#contract/units/unit-weeks.ts'
import { trailerEndpoints, truckEndpoints, type Unit } from '#contract/units/units.ts'
import { kind } from '#contract/wire/record.ts'
import { rowIn } from '#src/offline/reading/derived-list.ts'
import type { Known } from '#src/offline/reading/known.ts'
import { listQuery } from '#src/offline/reading/list-query.ts'
import { type RecordQuery, recordQuery } from '#src/offline/reading/record-query.ts'

interface UnitMiles {
  readonly miles_driven: number
}

/** What is read here are miles that the server told: no change that waits is laid over them. */
const milesKind = kind('unit_miles', refOf)
/** As the lists of trucks and trailers are asked for, and so kept on the device: all of them, in the usual order. */
const USUAL = { ordering: 'id', filter: '' } as const

const kept = { query: USUAL, kind: milesKind }

/** The units as a device keeps them with all that is told of them. */
export const keptTrucks = listQuery({ ...kept, key: ['trucks', 'list'], endpoint: truckEndpoints.list })
export const keptTrailers = listQuery({ ...kept, key: ['trailers', 'list'], endpoint: trailerEndpoints.list })

/** All that the device last heard of a unit; null where it never did. */
export async function lastKnownUnit(sort: UnitKind, id: string): Promise<Known<Unit> | null> {
  const isIt = (row: Pick<Unit, 'id' | 'client_id'>) => row.id === id || row.client_id === id
  return sort === 'truck' ? await rowIn(keptTrucks, isIt) : await rowIn(keptTrailers, isIt)
}

/** How far a unit had come then. */
export async function lastKnownMiles(sort: UnitKind, id: string): Promise<Known<UnitMiles> | null> {
  const known = await lastKnownUnit(sort, id)
  return known && { ...known, data: { miles_driven: known.data.miles_driven } }
}

/** A unit's odometer: as the server says, or where that can't be asked as the device last knew it (`isMade`). */
export function unitMiles(sort: UnitKind, id: string): RecordQuery<UnitMiles> {
  return recordQuery({
    key: ['miles', sort],
    // No change of the app is about them, so none has them asked anew.
    areas: [],
    params: { id },
    endpoint: sort === 'truck' ? unitWeekEndpoints.truckMiles : unitWeekEndpoints.trailerMiles,
    within: () => lastKnownMiles(sort, id),
    isPassing: true,
  })
}
