import type { Driver } from '#contract/people/drivers.ts'
import type { UnitKind } from '#contract/units/unit-choices.ts'
import { type UnitName, unitNumberOfDriver } from '#contract/units/unit-names.ts'

const NOTHING = {
  transport_model: '',
  year: null,
  status_date_from: null,
  status_date_to: null,
  version: 0,
  client_id: null,
  inspection_passed_date: null,
  next_service_date: null,
  registration_expire: null,
  open_major_defects: 0,
} as const

/** A unit of which only the id and the number are known. */
export function unitById(id: string, kind: UnitKind, driver: UnitName['driver'], number: string = id): UnitName {
  return { ...NOTHING, id, number, kind, status: driver === null ? 'unassigned' : 'assigned', driver }
}

/** A driver's unit of a kind, as far as it is known; null for none. Trailers without a number yet have equal names. */
export function unitOf(driver: Driver, kind: UnitKind, known: readonly UnitName[]): UnitName | null {
  const { id, user } = driver
  const had = driver[kind]
  if (had === null) return null
  const self = { id, first_name: user.first_name, last_name: user.last_name }
  return (
    known.find((unit) => unit.id === had && unit.driver?.id === id) ??
    unitById(had, kind, self, unitNumberOfDriver(driver, kind) ?? had)
  )
}
