import * as z from 'zod/mini'
import { pageOf, pageQuery } from '#contract/wire/page.ts'
import { clientId, isoDate, kind, serverId, version } from '#contract/wire/record.ts'
import { UNIT_KINDS, type UnitKind, type VehicleStatus, vehicleStatus } from './unit-choices.ts'

export const MAX_UNIT_ID = 32
/** A unit's id or number: a short text without a space at its end, where it would be invisible. */
export const UNIT_ID = /^[A-Za-z0-9](?:[A-Za-z0-9 ._-]{0,30}[A-Za-z0-9._-])?$/
/** The id of a truck or a trailer, unique among both. */
export const unitId = z.string().check(z.regex(UNIT_ID, 'Enter a valid unit id.'))
/** A unit in a change: its id, or the `client_id` of a unit that a device created. */
export const unitRef = z.union([unitId, clientId], 'Enter a valid unit id.')
export const unitParam = z.object({ id: unitRef })

/** The driver who has a unit, with the facts that matter when the unit is assigned to another driver. */
export const unitHolder = z.object({
  id: serverId,
  first_name: z.string(),
  last_name: z.string(),
  /** The unit of a driver in Firing cannot be reassigned. May be absent in rows that a device computed. */
  is_firing: z.optional(z.boolean()),
  /** The last day on which medical card and CDL are both valid. A paper without a date is ignored. */
  papers_until: z.optional(z.nullable(isoDate)),
})
export type UnitHolder = z.output<typeof unitHolder>

/**
 * A unit's open major defects, each by its `client_id` or, without one, by its id. Absent in older responses stored on
 * a device: then only their number is known.
 */
export const openMajors = z.optional(z.array(z.string()))

/**
 * The number that people use for a unit, and its earlier numbers, the latest first. Numbers can change; the id never
 * changes. Absent in older responses stored on a device: the id is the number then.
 */
export const unitNumbers = { number: z.optional(z.string()), formerly: z.optional(z.array(z.string())) }
export interface UnitLabel {
  readonly id: string
  readonly number?: string | undefined
  readonly formerly?: readonly string[] | undefined
}

/** The number of a unit. */
export const unitNumberOf = ({ id, number = id }: UnitLabel): string => number

/** The number of a unit with its earlier numbers: "305, formerly 205". */
export function unitNumberWords(unit: UnitLabel): string {
  return [unitNumberOf(unit), ...(unit.formerly ?? []).map((number) => `formerly ${number}`)].join(', ')
}

/** The numbers of a driver's units, in addition to their ids. Absent in the same cases as `unitNumbers`. */
export const driverUnitNumbers = {
  truck_number: z.optional(z.nullable(z.string())),
  trailer_number: z.optional(z.nullable(z.string())),
}
type DriverUnits = { readonly [K in UnitKind]?: string | null } & {
  readonly [K in `${UnitKind}_number`]?: string | null | undefined
}

/** The number of a driver's unit of a kind; null when the driver has none. */
export function unitNumberOfDriver(row: DriverUnits, kind: UnitKind): string | null {
  const id = row[kind] ?? null
  return id === null ? null : (row[`${kind}_number`] ?? id)
}

/** A truck or a trailer in pickers. */
export const unitName = z.object({
  id: unitId,
  ...unitNumbers,
  kind: z.enum(UNIT_KINDS),
  transport_model: z.string(),
  year: z.nullable(z.int()),
  status: vehicleStatus,
  status_date_from: z.nullable(isoDate),
  status_date_to: z.nullable(isoDate),
  driver: z.nullable(unitHolder),
  version,
  // The defaults are for older responses stored on a device.
  client_id: z._default(z.nullable(clientId), null),
  inspection_passed_date: z._default(z.nullable(isoDate), null),
  next_service_date: z._default(z.nullable(isoDate), null),
  registration_expire: z._default(z.nullable(isoDate), null),
  /** Plate and VIN: only for users who may view the unit's area. */
  licence_plate: z.optional(z.nullable(z.string())),
  vin: z.optional(z.nullable(z.string())),
  open_major_defects: z._default(z.int(), 0),
  open_majors: openMajors,
})
export type UnitName = z.output<typeof unitName>

/**
 * Trucks and trailers on the device. A unit that a device created keeps its `client_id` as key; changes may also refer
 * to it by its id. The exception is a unit that is not created on the server yet (`version` 0): its id is provisional
 * and may belong to another unit, so its only key is the `client_id`.
 */
export const unitKind = kind('unit', keyOfUnit, (row) => (row.version === 0 ? keyOfUnit(row) : row.id))

interface UnitKeys {
  readonly id: string
  readonly client_id?: string | null
  readonly status: VehicleStatus
  readonly version?: number
}

function keyOfUnit({ id, client_id }: UnitKeys): string {
  return client_id ?? id
}

/**
 * The numbers of units, by id. The device applies a waiting change of a number wherever another record shows the unit
 * (a report, the map).
 */
export const unitNumberKind = kind(
  'unit_number',
  (row: { readonly id: string; readonly number?: string | undefined }) => row.id,
)

/** The id by which a change refers to a unit: its `client_id` if a device created it, otherwise its id. */
export function unitRefOf(unit: { readonly id: string; readonly client_id?: string | null }): string {
  return unit.client_id ?? unit.id
}

/** The query and the response of both lists for pickers, in the order of ids. */
export const unitNamesQuery = z.object(pageQuery)
export const unitNames = pageOf(unitName)

const compareTexts = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)

/** Compares units in the order of all pickers and lists by number: by number, then by id, code unit by code unit. */
export function compareUnits(a: UnitLabel, b: UnitLabel): number {
  return compareTexts(unitNumberOf(a), unitNumberOf(b)) || compareTexts(a.id, b.id)
}
