import { fullName } from '#contract/wire/people.ts'
import type { VehicleStatus } from './unit-choices.ts'
import type { UnitHolder, UnitName } from './unit-names.ts'
import type { Unit } from './units.ts'

/** A unit's row in a list or in a picker. Rows of lists have `holder`; in rows of pickers, `driver` is the holder. */
type AnyUnitRow = Pick<Unit, 'holder' | 'driver' | 'driver_full_name' | 'dispatcher'> | Pick<UnitName, 'driver'>

/** The status of a unit with its dates, and its driver. */
export interface UnitAssignment {
  readonly status: VehicleStatus
  readonly status_date_from: string | null
  readonly status_date_to: string | null
  readonly holder: UnitHolder | null
}

/** The driver who has the unit, from any row of a unit. */
export function holderOf(row: object): UnitHolder | null {
  const unit = row as AnyUnitRow
  return 'holder' in unit ? unit.holder : unit.driver
}

/**
 * The row with another assignment. The dispatcher follows from the driver, so a new driver's dispatcher is unknown
 * here: null.
 */
export function withAssignment<Row extends object>(row: Row, { holder, ...dates }: UnitAssignment): Row {
  if (!('holder' in row)) return { ...row, ...dates, driver: holder }
  const isSame = holder !== null && holderOf(row)?.id === holder.id
  const driverFields = { driver: holder?.id ?? null, driver_full_name: holder && fullName(holder), holder }
  return { ...row, ...dates, ...driverFields, ...(isSame ? {} : { dispatcher: null }) }
}

/** The row with changed facts about its driver `id`; unchanged when another driver has the unit. */
export function withHolderChange<Row extends object>(row: Row, id: number, change: Partial<UnitHolder>): Row {
  const holder = holderOf(row)
  if (holder?.id !== id) return row
  return { ...row, ['holder' in row ? 'holder' : 'driver']: { ...holder, ...change } }
}

/**
 * The row with another dispatcher of its driver `id`. Unchanged when another driver has the unit, and in pickers, whose
 * rows show no dispatcher.
 */
export function withDispatcherOf<Row extends object>(row: Row, id: number, dispatcher: Unit['dispatcher']): Row {
  return 'dispatcher' in row && holderOf(row)?.id === id ? { ...row, dispatcher } : row
}

/** The last day on which both papers are valid. A paper without a date is ignored; null when neither has one. */
export function papersUntil(papers: { readonly med_expire: string | null; readonly CDL_expire: string | null }) {
  const days = [papers.med_expire, papers.CDL_expire].filter((day) => day !== null).sort()
  return days[0] ?? null
}

/** The row of a unit in pickers. */
export function unitNameOf(unit: Unit): UnitName {
  const { id, number, formerly, client_id, kind, transport_model, year } = unit
  const { status, status_date_from, status_date_to, holder, version } = unit
  const { inspection_passed_date, next_service_date, registration_expire, open_major_defects, open_majors } = unit
  const assignment = { status, status_date_from, status_date_to, driver: holder }
  const marks = { licence_plate: unit.extra_info.licence_plate, vin: unit.vin }
  const health = { inspection_passed_date, next_service_date, registration_expire, open_major_defects, open_majors }
  return { id, number, formerly, client_id, kind, transport_model, year, ...assignment, ...marks, ...health, version }
}
