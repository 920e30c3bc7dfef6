import * as z from 'zod/mini'
import { pageOf, pageQuery } from './page.ts'
import { clientId, isoDate, kind, serverId, version } from './record.ts'

/** The four statuses of a truck or a trailer. It is `assigned` exactly when a driver has it. */
export const VEHICLE_STATUSES = [
  { value: 'assigned', title: 'Assigned', colour: 'green' },
  { value: 'on_service', title: 'On Service', colour: 'yellow' },
  { value: 'for_sale', title: 'For Sale', colour: 'blue' },
  { value: 'unassigned', title: 'Unassigned', colour: 'gray' },
] as const
export type VehicleStatus = (typeof VEHICLE_STATUSES)[number]['value']
export const vehicleStatus = z.enum(VEHICLE_STATUSES.map((status) => status.value))

/** A truck's or a trailer's id: short text, unique over both. */
export const unitId = z.string().check(z.regex(/^[A-Za-z0-9][A-Za-z0-9 ._-]{0,31}$/, 'Enter a valid unit id.'))
/** A unit as paths and bodies may name it: by its id, or by the `client_id` of one made on a device. Never both: a UUID is too long. */
export const unitRef = z.union([unitId, clientId])
export const unitParam = z.object({ id: unitRef })

/** A truck or a trailer as pickers show it: what it is, how it stands, and who has it. */
export const unitName = z.object({
  id: unitId,
  kind: z.enum(['truck', 'trailer']),
  transport_model: z.string(),
  year: z.nullable(z.int()),
  status: vehicleStatus,
  status_date_from: z.nullable(isoDate),
  status_date_to: z.nullable(isoDate),
  driver: z.nullable(
    z.object({
      id: serverId,
      first_name: z.string(),
      last_name: z.string(),
      /** Then the unit stays where it is; absent in what a device knows of its own. */
      is_firing: z.optional(z.boolean()),
    }),
  ),
  version,
})
export type UnitName = z.output<typeof unitName>
export type UnitSort = UnitName['kind']

/** Trucks and trailers as the device knows them, wherever they stand. */
export const unitKind = kind('unit', (row: { readonly id: string; readonly status: VehicleStatus }) => row.id)

/** The query and the answer of both lists for pickers; in the order of ids. */
export const unitNamesQuery = z.object(pageQuery)
export const unitNames = pageOf(unitName)

/** The order of units in pickers: by id, code unit by code unit. */
export function compareUnits(a: UnitName, b: UnitName): number {
  return a.id < b.id ? -1 : a.id > b.id ? 1 : 0
}
