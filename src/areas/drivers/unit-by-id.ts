import type { UnitName, UnitSort } from '#contract/units.ts'

const NOTHING = {
  transport_model: '',
  year: null,
  status_date_from: null,
  status_date_to: null,
  version: 0,
  client_id: null,
  inspection_passed_date: null,
  next_service_date: null,
  open_major_defects: 0,
} as const

/** A unit of which the id is known and no more. */
export function unitById(id: string, sort: UnitSort, driver: UnitName['driver']): UnitName {
  return { ...NOTHING, id, kind: sort, status: driver === null ? 'unassigned' : 'assigned', driver }
}
