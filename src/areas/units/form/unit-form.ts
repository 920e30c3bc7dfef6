import type { DispatcherName } from '#contract/people/dispatchers.ts'
import type { UnitKind, VehicleStatus } from '#contract/units/unit-choices.ts'
import type { Unit } from '#contract/units/units.ts'
import { vinFacts } from '#contract/units/vin.ts'
import type { NewUnit, UnitDriver } from '#src/areas/units/changes/new-unit.ts'
import { fieldsOf, type UnitPatch, unitForm, unitRecord } from '#src/areas/units/changes/unit-record.ts'
import type { useFormFrame } from '#src/form/frame/use-form-frame.ts'
import type { IsoDay } from '#src/format/calendar.ts'
import { patchSchema } from '#src/record/field-list.ts'
import { type FormMapping, patchFrom } from '#src/record/form-values.ts'

/** The assignment of a new unit in its form. */
interface NewUnitPlacement {
  /** A new trailer's number in drafts of earlier versions; otherwise empty. */
  readonly id: string
  /** `assigned` if the unit has a driver. */
  readonly status: VehicleStatus
  readonly status_date_from: string
  readonly status_date_to: string
  readonly driver: UnitDriver | null
  /** The dispatcher of a new unit without a driver. With a driver, the driver's dispatcher applies. */
  readonly dispatcher: DispatcherName | null
}

/** The values of a unit's forms. An empty text means no value. Fields of the other unit kind stay empty. */
export type UnitValues = typeof unitForm.empty & NewUnitPlacement
export type UnitForm = ReturnType<typeof useFormFrame<UnitValues>>

const NOT_PLACED = {
  ...{ id: '', status: 'unassigned', status_date_from: '', status_date_to: '', driver: null, dispatcher: null },
} as const satisfies NewUnitPlacement

/** The initial values of the new unit form on the company day `today`. */
export const noUnit = (today: IsoDay): UnitValues => ({ ...unitForm.empty, ...NOT_PLACED, status_date_from: today })

/** The form that changes a unit. */
export const editForm: FormMapping<Unit, UnitValues> = {
  valuesOf: (unit) => ({ ...unitForm.valuesOf(unit), ...NOT_PLACED }),
  changeOf: unitForm.changeOf,
}

/** The form's changes to a unit; empty for none. A missing value that stays empty is not a change. */
export const patchOf = (was: Unit, values: UnitValues): UnitPatch =>
  patchSchema(unitRecord.fields).parse(patchFrom(unitRecord, editForm, [was, values]))

/** The new unit of a form, with the given client id. */
export function newUnitOf(kind: UnitKind, values: UnitValues, client_id: string): NewUnit {
  const { id, driver, status, status_date_from, status_date_to } = values
  const all = unitForm.changeOf(values)
  const entries = fieldsOf(kind)
    .filter((name) => values[name] !== '')
    .map((name) => [name, all[name]])
  // The field rules have checked the values, and the command's schema checks them again.
  return {
    client_id,
    // From a draft of an earlier version.
    ...(kind === 'trailer' && id.trim() !== '' && { unit_number: id.trim() }),
    ...Object.fromEntries(entries),
    status: driver === null ? status : 'assigned',
    status_date_from,
    status_date_to: status_date_to === '' ? null : status_date_to,
  } as NewUnit
}

/** The values that a VIN filled in. While a field still has such a value, another VIN may replace it. */
export type FilledValues = Partial<Pick<UnitValues, 'year' | 'transport_model'>>

/** The values to fill in for a VIN: year and make, for fields that are empty or were filled by a `former` VIN. */
export function filledByVin(
  values: Pick<UnitValues, 'vin' | 'year' | 'transport_model'>,
  former: FilledValues,
  thisYear: number,
): FilledValues {
  const facts = vinFacts(values.vin, thisYear)
  const isFree = (name: keyof FilledValues) => values[name] === '' || values[name] === former[name]
  return {
    ...(facts?.year && isFree('year') ? { year: facts.year } : {}),
    ...(facts?.make && isFree('transport_model') ? { transport_model: facts.make } : {}),
  }
}

/** The VIN's facts in words: "2024 Kenworth, from the VIN". Empty if the VIN has none. */
export function vinWords(vin: string, thisYear: number): string {
  const facts = vinFacts(vin, thisYear)
  const yearAndMake = [facts?.year, facts?.make].filter(Boolean).join(' ')
  return yearAndMake === '' ? '' : `${yearAndMake}, from the VIN`
}
