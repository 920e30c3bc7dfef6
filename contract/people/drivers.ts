import * as z from 'zod/mini'
import { scheduleDriver } from '#contract/boards/schedule.ts'
import { folded } from '#contract/text/folded.ts'
import { codeText, hasWords, searchWords } from '#contract/text/search.ts'
import { searchText } from '#contract/text/search-text.ts'
import { driverUnitNumbers, unitNumberOfDriver } from '#contract/units/unit-names.ts'
import { view, viewOrEdit } from '#contract/wire/access.ts'
import { reportDay } from '#contract/wire/days.ts'
import { endpoint } from '#contract/wire/endpoint.ts'
import { orderingQuery, pageOf, pageQuery } from '#contract/wire/page.ts'
import { compareNames, person, personName, personText, sortName } from '#contract/wire/people.ts'
import { idParam, isoDate, kind, serverId, version } from '#contract/wire/record.ts'
import { type DriverOrdering, DUTY_STATUSES, type DutyStatus, dutyStatus } from './driver-choices.ts'
import { additionalRange, driverWeek, driverWeeks } from './driver-weeks.ts'

/** The positions of drivers, as the trade writes them. */
export const POSITIONS = [
  { value: 'owner_operator', title: 'Owner operator' },
  { value: 'lease', title: 'Lease' },
  { value: 'company_driver', title: 'Company driver' },
] as const
export const position = z.enum(POSITIONS.map(({ value }) => value))
export type Position = z.output<typeof position>

/** A driver. `rate`: CPM for a company driver, percent for others. `fuel_expenses` in dollars. */
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
  ...driverUnitNumbers,
  dispatcher: z.nullable(z.object({ id: serverId, user: personName })),
  miles_driven: z.number(),
  extra_info: z.object({
    med_expire: z.nullable(isoDate),
    CDL_expire: z.nullable(isoDate),
    rate: z.nullable(z.string()),
  }),
  /** The costs in the requested range; by default in the seven days that end today. */
  expenses_and_income: z.object({ fuel_expenses: z.number() }),
  version,
})
export type Driver = z.output<typeof driver>

/** A driver in pickers. */
export const driverName = z.object({
  id: serverId,
  user: personName,
  current_status: dutyStatus,
  truck: z.nullable(z.string()),
  trailer: z.nullable(z.string()),
  ...driverUnitNumbers,
  dispatcher: z.nullable(serverId),
  /** The last day on which medical card and CDL are both valid. Absent in older responses stored on a device. */
  papers_until: z.optional(z.nullable(isoDate)),
})
export type DriverName = z.output<typeof driverName>

export const driverEndpoints = {
  list: endpoint({
    name: 'drivers.list',
    summary: 'Drivers, by page; `filter` is a duty status.',
    method: 'GET',
    path: '/api/drivers/',
    access: view('drivers'),
    query: z.object({
      ...pageQuery,
      ordering: orderingQuery('first_name,last_name'),
      filter: z._default(z.union([dutyStatus, z.literal('')]), ''),
      search: searchText,
      /** The first and the last day that `miles_driven` and `fuel_expenses` cover. */
      date_after: z.optional(reportDay),
      date_before: z.optional(reportDay),
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
    reply: pageOf(driverName),
  }),
  listForDispatcher: endpoint({
    name: 'drivers.listForDispatcher',
    summary:
      'A dispatcher’s drivers with the days of a range. The days are included for users who may view the schedule.',
    method: 'GET',
    path: '/api/drivers/list_for_dispatcher/:id/',
    access: view('dispatchers'),
    params: idParam,
    query: z.object({
      ...pageQuery,
      schedule_date_from: z.optional(reportDay),
      schedule_date_to: z.optional(reportDay),
    }),
    reply: pageOf(scheduleDriver),
  }),
  namesForDispatcher: endpoint({
    name: 'drivers.namesForDispatcher',
    summary: 'A dispatcher’s drivers by name, for pickers.',
    method: 'GET',
    path: '/api/drivers/list_for_dispatcher/:id/mini/',
    access: view('dispatchers'),
    params: idParam,
    query: z.object(pageQuery),
    reply: pageOf(driverName),
  }),
  additionalInfo: endpoint({
    name: 'drivers.additionalInfo',
    summary: 'A driver’s fuel expenses and miles by week. The weeks begin with the first day of the range.',
    method: 'GET',
    path: '/api/drivers/:id/additional-info/',
    access: view('drivers'),
    params: idParam,
    query: z.object(additionalRange),
    reply: z.array(driverWeek),
  }),
  weeks: endpoint({
    name: 'drivers.weeks',
    summary: 'The same for every driver, by id. Devices store it for use without a network.',
    method: 'GET',
    path: '/api/drivers/weeks/',
    access: view('drivers'),
    query: z.object({ ...pageQuery, ...additionalRange }),
    reply: pageOf(driverWeeks),
  }),
}

/** Drivers on the device, in their own list and in rows of the schedule. */
export const driverKind = kind(
  'driver',
  (row: { readonly id: number; readonly current_status: DutyStatus }) => `${row.id}`,
)

/** Titles of the fields that the screens of a driver and of the driver's user account both have. */
export const DRIVER_TITLES = {
  position: 'Job position',
  gomotive_id: 'Telematics ID',
  pilot_flying_j_driver_id: 'Fuel network ID',
} as const

/** The text in which a search looks: the person, the units and the dispatcher's name. */
function driverText(row: Driver): string {
  const { user, dispatcher } = row
  const dispatcherText = dispatcher === null ? '' : folded(sortName(dispatcher.user))
  const units = (['truck', 'trailer'] as const).map((kind) =>
    row[kind] === null ? '' : `${codeText(row[kind])} ${codeText(unitNumberOfDriver(row, kind))}`,
  )
  return [personText(user), ...units, dispatcherText].join(' ')
}

/** Whether a driver is in the list of a filter and a search: the server's `WHERE`, for rows on the device. */
export function driverFits(filter: DutyStatus | '', search = ''): (row: Driver) => boolean {
  const words = searchWords(search)
  return (row) =>
    (filter === '' || row.current_status === filter) && (words.length === 0 || hasWords(driverText(row), words))
}

const statusRank = (status: DutyStatus) => DUTY_STATUSES.findIndex((one) => one.value === status)
const byName = (a: Driver, b: Driver) => compareNames(a.user, b.user) || a.id - b.id
/** Drivers without a dispatcher come last. */
const byDispatcher = (a: Driver, b: Driver) =>
  Number(a.dispatcher === null) - Number(b.dispatcher === null) ||
  (a.dispatcher && b.dispatcher ? compareNames(a.dispatcher.user, b.dispatcher.user) : 0)

const COMPARES: Readonly<Record<DriverOrdering, (a: Driver, b: Driver) => number>> = {
  'first_name,last_name': byName,
  dispatcher: byDispatcher,
  status: (a, b) => statusRank(a.current_status) - statusRank(b.current_status),
}

/**
 * The server's `ORDER BY`, for rows on the device. Equal rows are sorted by name, then by id, so that pages never
 * repeat or skip a row.
 */
export function compareDrivers(ordering: DriverOrdering): (a: Driver, b: Driver) => number {
  return (a, b) => COMPARES[ordering](a, b) || byName(a, b)
}
