import type { DispatcherName } from '#contract/people/dispatchers.ts'
import type { UnitKind, VehicleStatus } from '#contract/units/unit-choices.ts'
import type { Unit } from '#contract/units/units.ts'
import { vinFacts } from '#contract/units/vin.ts'
import type { NewUnit, UnitDriver } from '#src/areas/units/changes/new-unit.ts'
import { fieldsOf, type UnitPatch, unitForm, unitRecord } from '#src/areas/units/changes/unit-record.ts'
import type { useFormFrame } from '#src/form/frame/use-form-frame.ts'
import type { IsoDay } from '#src/format/calendar.ts'
import { patchSchema } from '#src/record/field-list.ts'
import { type FormMapping, patchIn } from '#src/record/form-values.ts'

/** How a new unit stands, in its form beside the fields. */
interface Placing {
  /** What a new trailer was called in drafts of before; empty since. */
  readonly id: string
  /** With a driver it is assigned. */
  readonly status: VehicleStatus
  readonly status_date_from: string
  readonly status_date_to: string
  readonly driver: UnitDriver | null
  /** Who leads a new unit without a driver; one that is driven is led as its driver is. */
  readonly dispatcher: DispatcherName | null
}

/** What the forms of a unit hold; an empty text is none. The other kind's fields stay empty. */
export type UnitValues = typeof unitForm.empty & Placing
export type UnitForm = ReturnType<typeof useFormFrame<UnitValues>>

const NOT_PLACED = {
  ...{ id: '', status: 'unassigned', status_date_from: '', status_date_to: '', driver: null, dispatcher: null },
} as const satisfies Placing

/** With what the form of a new unit begins on the company's day `today`. */
export const noUnit = (today: IsoDay): UnitValues => ({ ...unitForm.empty, ...NOT_PLACED, status_date_from: today })

/** The form that changes a unit. */
export const editForm: FormMapping<Unit, UnitValues> = {
  valuesOf: (unit) => ({ ...unitForm.valuesOf(unit), ...NOT_PLACED }),
  saidIn: unitForm.saidIn,
}

/** What the form changes of a unit; empty when nothing. What has no value and gets none is no change. */
export const patchOf = (was: Unit, values: UnitValues): UnitPatch =>
  patchSchema(unitRecord.fields).parse(patchIn(unitRecord, editForm, [was, values]))

/** The new unit that a form describes, called `client_id` on this device. */
export function newUnitOf(sort: UnitKind, values: UnitValues, client_id: string): NewUnit {
  const { id, driver, status, status_date_from, status_date_to } = values
  const all = unitForm.saidIn(values)
  const said = fieldsOf(sort)
    .filter((name) => values[name] !== '')
    .map((name) => [name, all[name]])
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
