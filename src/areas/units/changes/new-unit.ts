import * as z from 'zod/mini'
import { fileRef } from '#contract/files/files.ts'
import { dispatcherName } from '#contract/people/dispatchers.ts'
import { type UnitKind, vehicleStatus } from '#contract/units/unit-choices.ts'
import type { UnitHolder } from '#contract/units/unit-names.ts'
import type { Trailer, Truck, Unit } from '#contract/units/units.ts'
import { fullName } from '#contract/wire/people.ts'
import { clientId, isoDate } from '#contract/wire/record.ts'
import { patchShape } from '#src/record/field-list.ts'
import { pickedDriver } from './placing.ts'
import { NEW_TRAILER, NO_VERSION_YET } from './seen-unit.ts'
import { unitRecord } from './unit-record.ts'

/** The driver of a new unit, with the driver's current unit of this kind as the user saw it. */
export type UnitDriver = NonNullable<z.output<typeof pickedDriver>>

const text = z.string()
// A value edited in the Outbox may not be a number: the server checks it by rules that may change while the change
// waits.
const number = z.union([z.number(), text])

/** A new unit, with the field names of the wire. */
const newUnit = z.object({
  // All fields are optional except those below.
  ...patchShape(unitRecord.fields),
  client_id: clientId,
  /** A trailer's number, as earlier versions of the app stored it. */
  id: z.optional(text),
  transport_model: text,
  year: number,
  color: text,
  gomotive_id: number,
  inspection_passed_date: isoDate,
  next_service_date: isoDate,
  fleet_manager_name: text,
  fleet_manager_phone: text,
  fleet_manager_email: text,
  status: vehicleStatus,
  status_date_from: isoDate,
  status_date_to: z.nullable(isoDate),
})
export type NewUnit = z.output<typeof newUnit>

export const newUnitInput = z.object({
  unit: newUnit,
  /** The driver; with one the unit is assigned. */
  driver: pickedDriver,
  /** The dispatcher; ignored while the unit has a driver. */
  dispatcher: z.optional(z.nullable(dispatcherName)),
  photo: z.nullable(fileRef),
  /** The URL of the photo while it waits. */
  shown: z.nullable(z.string()),
  /** The company day of the creation, from which the driver's former unit is free. */
  on: isoDate,
  /** The records whose earlier changes on this device free a value that this unit gets, for example a plate. */
  after: z.optional(z.array(z.string())),
})
export type NewUnitInput = z.output<typeof newUnitInput>

/** The unit's number until the server has set it. */
export function provisionalNumber(kind: UnitKind, { id, unit_number = '' }: NewUnit): string {
  return id ?? (kind === 'truck' ? unit_number : unit_number || NEW_TRAILER)
}

/** The new unit with another driver. Without a driver it is unassigned, unless another status was chosen. */
export function withDriverAssigned<Unit extends Pick<NewUnit, 'status'>>(unit: Unit, driver: UnitDriver | null): Unit {
  if (driver !== null) return { ...unit, status: 'assigned' }
  return unit.status === 'assigned' ? { ...unit, status: 'unassigned' } : unit
}

/** The unit's holder for a driver. */
export function holderOf(driver: UnitDriver | null): UnitHolder | null {
  if (driver === null) return null
  const { had: _, ...holder } = driver
  return holder
}

const numberOr = (value: number | string | undefined, none: number | null) => (typeof value === 'number' ? value : none)

function sharedOf(kind: UnitKind, { unit, driver, dispatcher = null, shown }: NewUnitInput) {
  const { client_id, status, status_date_from, status_date_to, transport_model, color } = unit
  const { inspection_passed_date, next_service_date, registration_expire } = unit
  const holder = holderOf(driver)
  return {
    ...{ client_id, status, status_date_from, status_date_to, transport_model, color },
    ...{ inspection_passed_date, next_service_date, registration_expire: registration_expire || null },
    id: provisionalNumber(kind, unit),
    driver: holder?.id ?? null,
    driver_full_name: holder && fullName(holder),
    holder,
    dispatcher: driver === null ? dispatcher : null,
    year: numberOr(unit.year, null),
    photo: shown,
    miles_driven: numberOr(unit.miles_driven, 0) ?? 0,
    gomotive_id: numberOr(unit.gomotive_id, null),
    vin: unit.vin ?? null,
    type: unit.type ?? null,
    open_major_defects: 0,
    open_majors: [],
    last_location: null,
    version: NO_VERSION_YET,
  }
}

/** The unit's row until the server has it. */
export function rowOf(kind: UnitKind, input: NewUnitInput): Unit {
  const { unit } = input
  const { fleet_manager_name, fleet_manager_phone, fleet_manager_email } = unit
  const care = { fleet_manager_name, fleet_manager_phone, fleet_manager_email, tolls_expenses: 0, fuel_expenses: 0 }
  const shared = sharedOf(kind, input)
  const { unit_number = null, licence_plate = null, transponder_id = null, pilot_flying_j_truck } = unit
  if (kind === 'trailer')
    return { ...shared, kind: 'trailer', extra_info: { licence_plate, ...care } } satisfies Trailer
  const written = { unit_number, licence_plate, transponder_id }
  return {
    ...shared,
    kind: 'truck',
    extra_info: { ...written, pilot_flying_j_truck: numberOr(pilot_flying_j_truck, null), ...care },
  } satisfies Truck
}
