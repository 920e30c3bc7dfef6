import * as z from 'zod/mini'
import { dispatcherName } from '#contract/people/dispatchers.ts'
import { searchText } from '#contract/text/search-text.ts'
import { type Access, administrator, edit, view, viewOrEdit } from '#contract/wire/access.ts'
import { reportDay } from '#contract/wire/days.ts'
import { endpoint, type Schema } from '#contract/wire/endpoint.ts'
import { orderingQuery, pageOf, pageQuery } from '#contract/wire/page.ts'
import { changedBy, clientId, instant, isoDate, serverId, sharedIds, version } from '#contract/wire/record.ts'
import { vehicleStatus } from './unit-choices.ts'
import { openMajors, unitHolder, unitId, unitNames, unitNamesQuery, unitNumbers, unitParam } from './unit-names.ts'

/** The last location of a unit, from telematics. `battery_capacity` of its gateway in percent. */
export const lastLocation = z.object({
  lat: z.number(),
  lon: z.number(),
  moving: z.boolean(),
  battery_capacity: z.nullable(z.int()),
  formatted_address: z.string(),
  located_at: instant,
})

const commonFields = {
  id: unitId,
  ...unitNumbers,
  client_id: z.nullable(clientId),
  status: vehicleStatus,
  status_date_from: z.nullable(isoDate),
  status_date_to: z.nullable(isoDate),
  driver: z.nullable(serverId),
  driver_full_name: z.nullable(z.string()),
  /** The same driver, with the facts that matter when the unit is reassigned. */
  holder: z.nullable(unitHolder),
  dispatcher: z.nullable(dispatcherName),
  transport_model: z.string(),
  year: z.nullable(z.int()),
  color: z.string(),
  photo: z.nullable(z.string()),
  miles_driven: z.number(),
  inspection_passed_date: z.nullable(isoDate),
  next_service_date: z.nullable(isoDate),
  /** The last day of the registration. The default is for older responses stored on a device. */
  registration_expire: z._default(z.nullable(isoDate), null),
  gomotive_id: z.nullable(z.int()),
  ...sharedIds,
  vin: z.nullable(z.string()),
  open_major_defects: z.int(),
  open_majors: openMajors,
  last_location: z.nullable(lastLocation),
  version,
}

/** `tolls_expenses` and `fuel_expenses` in dollars, in the requested range; by default in `EXPENSE_DAYS`. */
const commonInfo = {
  fleet_manager_name: z.string(),
  fleet_manager_phone: z.string(),
  fleet_manager_email: z.string(),
  tolls_expenses: z.number(),
  fuel_expenses: z.number(),
  /** The user from whom name, phone and email are copied and kept up to date; null when they were typed by hand. */
  fleet_manager: z.optional(z.nullable(changedBy)),
}

export const truck = z.object({
  ...commonFields,
  kind: z.literal('truck'),
  type: z.nullable(z.string()),
  extra_info: z.object({
    transponder_id: z.nullable(z.string()),
    licence_plate: z.nullable(z.string()),
    unit_number: z.nullable(z.string()),
    pilot_flying_j_truck: z.nullable(z.int()),
    ...commonInfo,
  }),
})
export type Truck = z.output<typeof truck>

export const trailer = z.object({
  ...commonFields,
  kind: z.literal('trailer'),
  type: z.nullable(z.string()),
  extra_info: z.object({
    // The default is for older responses stored on a device.
    licence_plate: z._default(z.nullable(z.string()), null),
    ...commonInfo,
  }),
})
export type Trailer = z.output<typeof trailer>
export type Unit = Truck | Trailer

/**
 * The default range of a row's expenses, in days from today. The seven days end a week ago, because tolls arrive late.
 */
export const EXPENSE_DAYS = { first: -13, last: -7 } as const

const listQuery = z.object({
  ...pageQuery,
  ordering: orderingQuery('id'),
  filter: z._default(z.union([vehicleStatus, z.literal('')]), ''),
  search: searchText,
  /** The first and the last day that `tolls_expenses` and `fuel_expenses` cover. */
  date_after: z.optional(reportDay),
  date_before: z.optional(reportDay),
})

/**
 * What depends on a unit: its expenses and inspections stay when the unit is deleted; its other defects are deleted
 * with it.
 */
const dependents = z.object({ tolls: z.int(), fuel: z.int(), inspections: z._default(z.int(), 0), defects: z.int() })
export type UnitDependents = z.output<typeof dependents>

export type UnitArea = 'trucks' | 'trailers'

/** The path of one unit, by its id or its `client_id`. */
export const unitPath = <const A extends UnitArea>(area: A) => ({
  path: `/api/${area}/:id/` as const,
  params: unitParam,
})

export interface UnitEndpointParts<Row> {
  /** The word for one unit: "truck". */
  readonly noun: string
  readonly row: Row
  /** The access to delete a unit, and to fetch its dependents before that. */
  readonly remove: Access
}

/** The calls that read trucks or trailers. */
function unitReads<const A extends UnitArea, Row extends Schema>(
  area: A,
  { noun, row, remove }: UnitEndpointParts<Row>,
) {
  return {
    list: endpoint({
      name: `${area}.list`,
      summary: `All ${area}, by page; \`filter\` is a vehicle status.`,
      method: 'GET',
      path: `/api/${area}/`,
      access: view(area),
      query: listQuery,
      reply: pageOf(row),
    }),
    find: endpoint({
      ...unitPath(area),
      name: `${area}.find`,
      summary: `One ${noun}; carries an ETag.`,
      method: 'GET',
      access: view(area),
      reply: row,
    }),
    miniList: endpoint({
      name: `${area}.miniList`,
      summary: `All ${area} for pickers, by id.`,
      method: 'GET',
      path: `/api/${area}/mini-list/`,
      access: viewOrEdit('drivers', 'maintenance', area),
      query: unitNamesQuery,
      reply: unitNames,
    }),
    dependents: endpoint({
      name: `${area}.dependents`,
      summary: `What would be affected if a ${noun} were deleted. The app shows it before the deletion.`,
      method: 'GET',
      path: `/api/${area}/:id/dependents/`,
      params: unitParam,
      access: remove,
      reply: dependents,
    }),
  }
}

export const truckParts = { noun: 'truck', row: truck, remove: administrator }

export const truckEndpoints = {
  ...unitReads('trucks', truckParts),
  identifiers: endpoint({
    name: 'trucks.identifiers',
    summary: 'The identifiers of all trucks, so that a form can reject duplicates.',
    method: 'GET',
    path: '/api/trucks/identifiers/',
    access: viewOrEdit('trucks'),
    reply: z.object({
      plates: z.array(z.string()),
      unitNumbers: z.array(z.string()),
      transponderIds: z.array(z.string()),
    }),
  }),
}

export const trailerParts = { noun: 'trailer', row: trailer, remove: edit('trailers') }

export const trailerEndpoints = unitReads('trailers', trailerParts)
