import { fullName } from '#contract/wire/people.ts'
import type { VehicleStatus } from './unit-choices.ts'
import type { UnitHolder, UnitName } from './unit-names.ts'
import type { Unit } from './units.ts'

/** A row of a unit, of the lists or for pickers: one that has a holder beside its driver's number is of the lists. */
type AnyRow = Pick<Unit, 'holder' | 'driver' | 'driver_full_name' | 'dispatcher'> | Pick<UnitName, 'driver'>

/** How a unit stands: its status with its dates, and who drives it. */
export interface Placed {
  readonly status: VehicleStatus
  readonly status_date_from: string | null
  readonly status_date_to: string | null
  readonly holder: UnitHolder | null
}

/** Who has the unit of a row, whichever row of a unit it is. */
export function holderIn(row: object): UnitHolder | null {
  const unit = row as AnyRow
  return 'holder' in unit ? unit.holder : unit.driver
}

/** A row whose unit stands so. Who leads it follows from its driver, and is not known here when that is another one. */
export function placedRow<Row extends object>(row: Row, { holder, ...dates }: Placed): Row {
  if (!('holder' in row)) return { ...row, ...dates, driver: holder }
  const isSame = holder !== null && holderIn(row)?.id === holder.id
  const driven = { driver: holder?.id ?? null, driver_full_name: holder && fullName(holder), holder }
  return { ...row, ...dates, ...driven, ...(isSame ? {} : { dispatcher: null }) }
}

/** A row with what is told otherwise of a driver; as it is where somebody else has the unit by then. */
export function withHolder<Row extends object>(row: Row, id: number, told: Partial<UnitHolder>): Row {
  const holder = holderIn(row)
  if (holder?.id !== id) return row
  return { ...row, ['holder' in row ? 'holder' : 'driver']: { ...holder, ...told } }
}

/** The last day on which both papers are valid, as far as they are on file. */
export function papersUntil(papers: { readonly med_expire: string | null; readonly CDL_expire: string | null }) {
  const days = [papers.med_expire, papers.CDL_expire].filter((day) => day !== null).sort()
  return days[0] ?? null
}

/** A unit as pickers show it. */
export function nameOfUnit(unit: Unit): UnitName {
  const { id, number, formerly, client_id, kind, transport_model, year } = unit
  const { status, status_date_from, status_date_to, holder, version } = unit
  const { inspection_passed_date, next_service_date, registration_expire, open_major_defects } = unit
  const stands = { status, status_date_from, status_date_to, driver: holder }
  const health = { inspection_passed_date, next_service_date, registration_expire, open_major_defects }
  return { id, number, formerly, client_id, kind, transport_model, year, ...stands, ...health, version }
}
