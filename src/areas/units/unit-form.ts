import type { DispatcherName } from '#contract/dispatchers.ts'
import { UNIT_FIELD_RULES } from '#contract/unit-fields.ts'
import type { Unit } from '#contract/unit-rows.ts'
import type { UnitSort, VehicleStatus } from '#contract/units.ts'
import { vinFacts } from '#contract/vin.ts'
import type { useFormFrame } from '#src/form/use-form-frame.ts'
import type { IsoDay } from '#src/format/calendar.ts'
import type { NewUnit, UnitDriver } from './new-unit.ts'
import { type DetailName, detailsOf, flatUnit, type UnitPatch, unitPatch } from './unit-details-change.ts'

/** What the forms of a unit hold; a text that is empty says nothing. The other kind's fields stay empty. */
export interface UnitValues {
  readonly vin: string
  readonly transport_model: string
  readonly year: number | string
  readonly color: string
  readonly type: string
  readonly unit_number: string
  readonly licence_plate: string
  readonly transponder_id: string
  readonly pilot_flying_j_truck: number | string
  readonly gomotive_id: number | string
  readonly miles_driven: number | string
  readonly inspection_passed_date: string
  readonly next_service_date: string
  readonly registration_expire: string
  readonly fleet_manager_name: string
  readonly fleet_manager_phone: string
  readonly fleet_manager_email: string
  /** What a new trailer was called in drafts of before; empty since. */
  readonly id: string
  /** How a new unit stands; with a driver it is assigned. */
  readonly status: VehicleStatus
  readonly status_date_from: string
  readonly status_date_to: string
  readonly driver: UnitDriver | null
  /** Who leads a new unit that nobody drives; one that is driven is led as its driver is. */
  readonly dispatcher: DispatcherName | null
}
export type UnitForm = ReturnType<typeof useFormFrame<UnitValues>>

const NOTHING = {
  vin: '',
  transport_model: '',
  year: '',
  color: '',
  type: '',
  unit_number: '',
  licence_plate: '',
  transponder_id: '',
  pilot_flying_j_truck: '',
  gomotive_id: '',
  miles_driven: '',
  inspection_passed_date: '',
  next_service_date: '',
  registration_expire: '',
  fleet_manager_name: '',
  fleet_manager_phone: '',
  fleet_manager_email: '',
  id: '',
  status: 'unassigned',
  status_date_from: '',
  status_date_to: '',
  driver: null,
  dispatcher: null,
} as const satisfies UnitValues

/** With what the form of a new unit begins on the company's day `today`. */
export const noUnit = (today: IsoDay): UnitValues => ({ ...NOTHING, status_date_from: today })

/** A unit as the form begins. */
export function valuesOf(unit: Unit): UnitValues {
  const flat = flatUnit(unit)
  const own = detailsOf(unit.kind).map(({ name }) => [name, flat[name] ?? ''])
  return { ...NOTHING, ...Object.fromEntries(own) }
}

/** What a field says as the wire has it: trimmed, digits as a number. What keeps no rule stays as it was typed. */
function saidAs(name: DetailName, value: string | number): string | number {
  return UNIT_FIELD_RULES[name].safeParse(value).data ?? value
}

/** What the form changes of a unit; empty when nothing. What has no value and gets none is no change. */
export function patchOf(was: Unit, values: UnitValues): UnitPatch {
  const before = valuesOf(was)
  const said = detailsOf(was.kind)
    .filter(({ name }) => values[name] !== before[name])
    .map(({ name }) => [name, saidAs(name, values[name])] as const)
    .filter(([name, value]) => value !== before[name])
  return unitPatch.parse(Object.fromEntries(said))
}

/** The new unit that a form describes, called `client_id` on this device. */
export function newUnitOf(sort: UnitSort, values: UnitValues, client_id: string): NewUnit {
  const { id, driver, status, status_date_from, status_date_to } = values
  const said = detailsOf(sort)
    .filter(({ name }) => values[name] !== '')
    .map(({ name }) => [name, saidAs(name, values[name])])
  // The rules of the fields have judged it, and the command's own schema does so again.
  return {
    client_id,
    // Typed in an earlier version of the app.
    ...(sort === 'trailer' && id.trim() !== '' && { unit_number: id.trim() }),
    ...Object.fromEntries(said),
    status: driver === null ? status : 'assigned',
    status_date_from,
    status_date_to: status_date_to === '' ? null : status_date_to,
  } as NewUnit
}

/** What a VIN fills in: as long as a field holds that, another VIN may fill it anew. */
export type Filled = Partial<Pick<UnitValues, 'year' | 'transport_model'>>

/** What a VIN fills in of a form: year and make, where nothing stands or what a `former` VIN filled in. */
export function filledByVin(
  values: Pick<UnitValues, 'vin' | 'year' | 'transport_model'>,
  former: Filled,
  thisYear: number,
): Filled {
  const facts = vinFacts(values.vin, thisYear)
  const isFree = (name: keyof Filled) => values[name] === '' || values[name] === former[name]
  return {
    ...(facts?.year && isFree('year') ? { year: facts.year } : {}),
    ...(facts?.make && isFree('transport_model') ? { transport_model: facts.make } : {}),
  }
}

/** "2024 Kenworth, from the VIN"; empty where the VIN says nothing. */
export function vinWords(vin: string, thisYear: number): string {
  const facts = vinFacts(vin, thisYear)
  const said = [facts?.year, facts?.make].filter(Boolean).join(' ')
  return said === '' ? '' : `${said}, from the VIN`
}
