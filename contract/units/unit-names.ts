import * as z from 'zod/mini'
import { pageOf, pageQuery } from '#contract/wire/page.ts'
import { clientId, isoDate, kind, serverId, version } from '#contract/wire/record.ts'
import { UNIT_SORTS, type UnitKind, type VehicleStatus, vehicleStatus } from './unit-choices.ts'

export const MAX_UNIT_ID = 32
/** What a unit may be called: a short text. A blank at its end would not be seen. */
export const UNIT_ID = /^[A-Za-z0-9](?:[A-Za-z0-9 ._-]{0,30}[A-Za-z0-9._-])?$/
/** A truck's or a trailer's id: unique over both. */
export const unitId = z.string().check(z.regex(UNIT_ID, 'Enter a valid unit id.'))
/** What a unit may be called by in a change: its id, or the `client_id` of one that a device made. */
export const unitRef = z.union([unitId, clientId], 'Enter a valid unit id.')
export const unitParam = z.object({ id: unitRef })

/** Who has a unit, as far as giving and taking it needs to know. */
export const unitHolder = z.object({
  id: serverId,
  first_name: z.string(),
  last_name: z.string(),
  /** Then the unit stays where it is; absent in what a device knows of its own. */
  is_firing: z.optional(z.boolean()),
  /** The last day on which medical card and CDL are both valid, as far as they are on file: one of them ends then. */
  papers_until: z.optional(z.nullable(isoDate)),
})
export type UnitHolder = z.output<typeof unitHolder>

/**
 * What a unit is called by, beside its id, which never changes: its number, and the numbers that it had before, the last one
 * first. What was kept on a device before these were told was called by its id.
 */
export const unitNumbers = { number: z.optional(z.string()), formerly: z.optional(z.array(z.string())) }
interface Numbered {
  readonly id: string
  readonly number?: string | undefined
  readonly formerly?: readonly string[] | undefined
}

/** What a unit is called. */
export const numberOf = ({ id, number = id }: Numbered): string => number

/** The same with what it was called before: "305, formerly 205". */
export function numberWords(unit: Numbered): string {
  return [numberOf(unit), ...(unit.formerly ?? []).map((number) => `formerly ${number}`)].join(', ')
}

/** What people call the units that a driver has, beside their ids; absent as `unitNumbers` may be. */
export const driverUnitNumbers = {
  truck_number: z.optional(z.nullable(z.string())),
  trailer_number: z.optional(z.nullable(z.string())),
}
type DriversUnits = { readonly [K in UnitKind]?: string | null } & {
  readonly [K in `${UnitKind}_number`]?: string | null | undefined
}

/** What a driver's unit of a kind is called; null for none. */
export function numberOfDrivers(row: DriversUnits, sort: UnitKind): string | null {
  const id = row[sort] ?? null
  return id === null ? null : (row[`${sort}_number`] ?? id)
}

/** A truck or a trailer as pickers show it: what it is, how it stands, and who has it. */
export const unitName = z.object({
  id: unitId,
  ...unitNumbers,
  kind: z.enum(UNIT_SORTS),
  transport_model: z.string(),
  year: z.nullable(z.int()),
  status: vehicleStatus,
  status_date_from: z.nullable(isoDate),
  status_date_to: z.nullable(isoDate),
  driver: z.nullable(unitHolder),
  version,
  // What was kept on a device before these were told has none of them.
  client_id: z._default(z.nullable(clientId), null),
  inspection_passed_date: z._default(z.nullable(isoDate), null),
  next_service_date: z._default(z.nullable(isoDate), null),
  registration_expire: z._default(z.nullable(isoDate), null),
  open_major_defects: z._default(z.int(), 0),
})
export type UnitName = z.output<typeof unitName>

/**
 * Trucks and trailers as the device knows them, wherever they stand. One that a device made keeps the name that it was given
 * there; who knows it by its id alone means the same. One that waits to be made has no id yet: the one that it has here may be
 * another's, which is called otherwise by now.
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
 * What units are called, by their ids: a number that waits is laid over it wherever a record of another kind tells it (a
 * report, the map).
 */
export const unitNumberKind = kind(
  'unit_number',
  (row: { readonly id: string; readonly number?: string | undefined }) => row.id,
)

/** How a change names a unit: one that was made on a device may not have its id yet. */
export function refOf(unit: { readonly id: string; readonly client_id?: string | null }): string {
  return unit.client_id ?? unit.id
}

/** The query and the answer of both lists for pickers; in the order of ids. */
export const unitNamesQuery = z.object(pageQuery)
export const unitNames = pageOf(unitName)

const compareTexts = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)

/** The order of units wherever they are named: by number, then by id, code unit by code unit. */
export function compareUnits(a: Numbered, b: Numbered): number {
  return compareTexts(numberOf(a), numberOf(b)) || compareTexts(a.id, b.id)
}
