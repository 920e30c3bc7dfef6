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

/** Who gets a new unit, with what that driver has of the kind, as the person knew. */
export type UnitDriver = NonNullable<z.output<typeof pickedDriver>>

const text = z.string()
// What was typed anew in the Outbox may be no number: the server has rules for it, which what waits must outlive.
const number = z.union([z.number(), text])

/** A new unit, by the names of the wire. */
const newUnit = z.object({
  // A field may be left out unless it stands below.
  ...patchShape(unitRecord.fields),
  client_id: clientId,
  /** What a trailer was called by earlier versions of the app. */
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
  /** Then the unit is assigned. */
  driver: pickedDriver,
  /** Who leads it; nothing is made of this while it has a driver. */
  dispatcher: z.optional(z.nullable(dispatcherName)),
  photo: z.nullable(fileRef),
  /** The address under which the photo is shown while it waits. */
  shown: z.nullable(z.string()),
  /** The company's day on which the person made it: from then what the driver had is free. */
  on: isoDate,
  /** The records whose changes, made before on this device, free what the unit shall have: a plate that another had. */
  after: z.optional(z.array(z.string())),
})
export type NewUnitInput = z.output<typeof newUnitInput>

/** What the unit is called until the server has said it. */
export function calledUntilThen(sort: UnitKind, { id, unit_number = '' }: NewUnit): string {
  return id ?? (sort === 'truck' ? unit_number : unit_number || NEW_TRAILER)
}

/** The new unit with another driver; without one it is unassigned, unless it was said to be something else. */
export function placedWith<Unit extends Pick<NewUnit, 'status'>>(unit: Unit, driver: UnitDriver | null): Unit {
  if (driver !== null) return { ...unit, status: 'assigned' }
  return unit.status === 'assigned' ? { ...unit, status: 'unassigned' } : unit
}

/** Who has it then. */
export function holderOf(driver: UnitDriver | null): UnitHolder | null {
  if (driver === null) return null
  const { had: _, ...holder } = driver
  return holder
}

const numberOr = (value: number | string | undefined, none: number | null) => (typeof value === 'number' ? value : none)

function sharedOf(sort: UnitKind, { unit, driver, dispatcher = null, shown }: NewUnitInput) {
  const { client_id, status, status_date_from, status_date_to, transport_model, color } = unit
  const { inspection_passed_date, next_service_date, registration_expire } = unit
  const holder = holderOf(driver)
  return {
    ...{ client_id, status, status_date_from, status_date_to, transport_model, color },
    ...{ inspection_passed_date, next_service_date, registration_expire: registration_expire || null },
    id: calledUntilThen(sort, unit),
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
    last_location: null,
    version: NO_VERSION_YET,
  }
}

/** The unit as it is shown until the server has it. */
export function rowOf(sort: UnitKind, input: NewUnitInput): Unit {
  const { unit } = input
  const { fleet_manager_name, fleet_manager_phone, fleet_manager_email } = unit
  const care = { fleet_manager_name, fleet_manager_phone, fleet_manager_email, tolls_expenses: 0, fuel_expenses: 0 }
  const shared = sharedOf(sort, input)
  if (sort === 'trailer') return { ...shared, kind: 'trailer', extra_info: care } satisfies Trailer
  const { unit_number = null, licence_plate = null, transponder_id = null, pilot_flying_j_truck } = unit
  const written = { unit_number, licence_plate, transponder_id }
  return {
    ...shared,
    kind: 'truck',
    extra_info: { ...written, pilot_flying_j_truck: numberOr(pilot_flying_j_truck, null), ...care },
  } satisfies Truck
}
