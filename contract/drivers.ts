import * as z from 'zod/mini'
import { edit, view, viewOrEdit } from './access.ts'
import { DUTY_STATUSES, type DutyStatus, dutyStatus } from './duty.ts'
import { endpoint } from './endpoint.ts'
import { fileRef } from './file-refs.ts'
import { pageOf, pageQuery } from './page.ts'
import { compareNames, person } from './people.ts'
import { idParam, isoDate, kind, serverId, version } from './record.ts'

export const POSITIONS = ['owner_operator', 'lease', 'company_driver'] as const
export const position = z.enum(POSITIONS)

/** A driver. `miles_driven` in miles; `rate` is CPM for a company driver, percent otherwise; fuel in dollars. */
export const driver = z.object({
  id: serverId,
  user: person,
  current_status: dutyStatus,
  current_status_date_from: z.nullable(isoDate),
  status_date_to: z.nullable(isoDate),
  position,
  gomotive_id: z.nullable(z.int()),
  pilot_flying_j_driver: z.nullable(z.int()),
  truck: z.nullable(z.string()),
  trailer: z.nullable(z.string()),
  dispatcher: z.nullable(z.object({ id: serverId, user: person })),
  miles_driven: z.number(),
  extra_info: z.object({
    med_expire: z.nullable(isoDate),
    CDL_expire: z.nullable(isoDate),
    rate: z.nullable(z.string()),
  }),
  version,
})
export type Driver = z.output<typeof driver>

/** What a change of a driver may carry. Fields that are absent stay as they are. */
export const driverChange = z.object({
  status: z.optional(dutyStatus),
  status_date_from: z.optional(z.nullable(isoDate)),
  status_date_to: z.optional(z.nullable(isoDate)),
  position: z.optional(position),
  dispatcher: z.optional(z.nullable(serverId)),
  med_expire: z.optional(z.nullable(isoDate)),
  CDL_expire: z.optional(z.nullable(isoDate)),
  rate: z.optional(z.nullable(z.string().check(z.regex(/^\d{0,6}([.,]\d{0,4})?$/, 'Enter digits and a dot only.')))),
  /** For administrators: a file just uploaded, or one that the driver had before; null takes the photo away. */
  photo: z.optional(z.nullable(fileRef)),
})
export type DriverChange = z.output<typeof driverChange>

export const DRIVER_ORDERINGS = ['first_name,last_name', 'dispatcher', 'status'] as const
export type DriverOrdering = (typeof DRIVER_ORDERINGS)[number]

export const driverEndpoints = {
  list: endpoint({
    name: 'drivers.list',
    summary: 'Drivers, by page; `filter` is a duty status.',
    method: 'GET',
    path: '/api/drivers/',
    access: view('drivers'),
    query: z.object({
      ...pageQuery,
      ordering: z._default(z.enum(DRIVER_ORDERINGS), 'first_name,last_name'),
      filter: z._default(z.union([dutyStatus, z.literal('')]), ''),
    }),
    reply: pageOf(driver),
  }),
  find: endpoint({
    name: 'drivers.find',
    summary: 'One driver; carries an ETag.',
    method: 'GET',
    path: '/api/drivers/:id/',
    access: view('drivers'),
    params: idParam,
    reply: driver,
  }),
  miniList: endpoint({
    name: 'drivers.miniList',
    summary: 'Names for pickers.',
    method: 'GET',
    path: '/api/drivers/mini-list/',
    access: viewOrEdit('dispatchers', 'drivers', 'schedule', 'trailers', 'trucks'),
    query: z.object({
      ...pageQuery,
      not_firing: z.optional(z.stringbool()),
      assigned_to_truck: z.optional(z.stringbool()),
      assigned_to_trailer: z.optional(z.stringbool()),
    }),
    reply: pageOf(
      z.object({ id: serverId, user: person, truck: z.nullable(z.string()), trailer: z.nullable(z.string()) }),
    ),
  }),
  update: endpoint({
    name: 'drivers.update',
    summary: 'Change some fields of a driver; merges with changes of other fields made meanwhile.',
    method: 'PATCH',
    path: '/api/drivers/:id/',
    access: edit('drivers'),
    params: idParam,
    body: driverChange,
    reply: driver,
  }),
}

/** Whether a driver belongs in the list of a filter: the server's `WHERE`, for rows on the device. */
export function driverFits(row: Driver, filter: DutyStatus | ''): boolean {
  return filter === '' || row.current_status === filter
}

const statusRank = (status: DutyStatus) => DUTY_STATUSES.findIndex((one) => one.value === status)
const byName = (a: Driver, b: Driver) => compareNames(a.user, b.user) || a.id - b.id
/** Drivers without a dispatcher come last. */
const byDispatcher = (a: Driver, b: Driver) =>
  Number(a.dispatcher === null) - Number(b.dispatcher === null) ||
  (a.dispatcher && b.dispatcher ? compareNames(a.dispatcher.user, b.dispatcher.user) : 0)

/** The server's `ORDER BY`, for rows on the device; ties by id, so that paging never repeats or skips a row. */
export function compareDrivers(ordering: DriverOrdering): (a: Driver, b: Driver) => number {
  if (ordering === 'status') {
    return (a, b) => statusRank(a.current_status) - statusRank(b.current_status) || byName(a, b)
  }
  if (ordering === 'dispatcher') return (a, b) => byDispatcher(a, b) || byName(a, b)
  return byName
}

/** Drivers as the device knows them, wherever they stand: in their list, or inside a schedule row. */
export const driverKind = kind(
  'driver',
  (row: { readonly id: number; readonly current_status: DutyStatus }) => `${row.id}`,
)
