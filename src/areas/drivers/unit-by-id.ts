import type { UnitName, UnitSort } from '#contract/units.ts'

/** A unit of which the id is known and no more. */
export function unitById(id: string, sort: UnitSort, driver: UnitName['driver']): UnitName {
  const nothing = { transport_model: '', year: null, status_date_from: null, status_date_to: null, version: 0 }
  return { ...nothing, id, kind: sort, status: driver === null ? 'unassigned' : 'assigned', driver }
}
