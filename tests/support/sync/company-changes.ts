import { randomUUID } from 'node:crypto'
import { DISPATCHER_STATUSES } from '#contract/people/dispatcher-choices.ts'
import { DUTY_STATUSES } from '#contract/people/driver-choices.ts'
import { ROLES } from '#contract/wire/access.ts'
import type { Db } from '#server/db/db.ts'
import { aTrailer, aTruck } from '#tests/support/builders/a-unit.ts'

/** A request that changes something. */
export interface CompanyChange {
  readonly method: 'POST' | 'PATCH' | 'DELETE'
  readonly path: string
  readonly body?: unknown
}

/** The ids of the company's records. */
export interface CompanyIds {
  readonly drivers: readonly number[]
  readonly dispatchers: readonly number[]
  readonly users: readonly number[]
  readonly managers: readonly number[]
  /** The users of dispatchers who have drivers. */
  readonly leaders: readonly number[]
  readonly trucks: readonly string[]
  readonly trailers: readonly string[]
  readonly inspections: readonly number[]
  readonly defects: readonly number[]
  readonly contacts: readonly number[]
}

/** The start of the addresses of users whom no change concerns, because they watch the company. */
export const READER = 'reader-'

const IDS: Readonly<Record<keyof CompanyIds, string>> = {
  drivers: 'select id from drivers where is_current',
  dispatchers: 'select id from dispatchers where is_current',
  users: `select id from users where email not like '${READER}%'`,
  managers: `select id from users where role = 'fleet_manager' and is_active`,
  leaders: `select p.user_id as id from dispatchers p where exists (select from drivers d where d.dispatcher_id = p.id)`,
  trucks: `select id from units where kind = 'truck'`,
  trailers: `select id from units where kind = 'trailer'`,
  inspections: 'select id from inspections',
  defects: 'select id from defects where inspection_id is not null',
  contacts: 'select id from contacts',
}

export async function findCompanyIds(db: Db): Promise<CompanyIds> {
  const entries = await Promise.all(
    Object.entries(IDS).map(async ([name, text]) => {
      const rows = await db.query<{ id: number | string }>(`test.ids.${name}`, `${text} order by id`)
      return [name, rows.map(({ id }) => id)] as const
    }),
  )
  // Each statement selects the ids of its own record kind.
  return Object.fromEntries(entries) as unknown as CompanyIds
}

class NothingToDraw extends Error {}

/** Draws random values. The same seed gives the same values. */
export class Draw {
  readonly #random: () => number
  constructor(random: () => number) {
    this.#random = random
  }
  below(limit: number): number {
    return Math.floor(this.#random() * limit)
  }
  of<T>(values: readonly T[]): T {
    const value = values[this.below(values.length)]
    if (value === undefined) throw new NothingToDraw()
    return value
  }
  /** Each value with an even chance, or null. */
  orNull<T>(values: readonly T[]): T | null {
    return this.below(values.length + 1) === 0 || values.length === 0 ? null : this.of(values)
  }
  chance(): boolean {
    return this.#random() < 0.5
  }
}

type Maker = (ids: CompanyIds, draw: Draw) => CompanyChange

const patch = (path: string, body: unknown): CompanyChange => ({ method: 'PATCH', path, body })
const NAMES = ['Ann', 'Bela', 'Cem', 'Dora', 'Eve', 'Ötto', 'zoe']
const someName = (draw: Draw) => ({ first_name: draw.of(NAMES), last_name: draw.of(NAMES) })
const VENDOR_IDS = [501, 502, 503, 504, 505]
const days = (draw: Draw) => `2026-12-${String(draw.below(28) + 1).padStart(2, '0')}`
/** A day of the three weeks that the schedule's rows show. */
const soon = (draw: Draw) => `2026-11-${String(draw.below(15) + 16).padStart(2, '0')}`
const SERVICES = ['pm_a', 'pm_b', 'annual_inspection', 'pre_trip'] as const
const duty = (draw: Draw) => draw.of(DUTY_STATUSES).value
const datesOf = (draw: Draw) => ({ status_date_from: days(draw), status_date_to: null })
const newPerson = (draw: Draw) => ({
  ...someName(draw),
  email: `${randomUUID()}@haulyard.example`,
  phone: '+1 312 555 0100',
  password: 'a-long-password',
})

/** The password of the administrator who makes the changes: deleting a user requires it. */
export const COMPANY_PASSWORD = 'the-password'

/** One maker for each way in which a change of one record can show in the rows of others. */
export const COMPANY_CHANGES = {
  'a driver gets a status': ({ drivers }, draw) =>
    patch(`/api/drivers/${draw.of(drivers)}/`, { status: duty(draw), ...datesOf(draw) }),
  'a driver gets papers and a rate': ({ drivers }, draw) =>
    patch(`/api/drivers/${draw.of(drivers)}/`, {
      med_expire: draw.orNull(['2026-11-01', '2027-05-05']),
      CDL_expire: draw.orNull(['2026-10-01', '2027-06-06']),
      rate: draw.of(['1', '2,5', null]),
    }),
  'a driver gets another dispatcher': ({ drivers, dispatchers }, draw) =>
    patch(`/api/drivers/${draw.of(drivers)}/`, { dispatcher: draw.orNull(dispatchers) }),
  'a driver gets units': ({ drivers, trucks, trailers }, draw) =>
    patch(`/api/drivers/${draw.of(drivers)}/`, {
      ...(draw.chance() ? { truck_id: draw.orNull(trucks) } : { trailer_id: draw.orNull(trailers) }),
      taken_from: [draw.of(drivers), draw.of(drivers)],
    }),
  'a dispatcher gets a status': ({ dispatchers }, draw) =>
    patch(`/api/dispatchers/${draw.of(dispatchers)}/`, { status: draw.of(DISPATCHER_STATUSES), ...datesOf(draw) }),
  'a dispatcher gets drivers': ({ dispatchers, drivers }, draw) =>
    patch(`/api/dispatchers/${draw.of(dispatchers)}/`, { driver_ids: drivers.filter(() => draw.chance()) }),
  'a user gets another name and phone': ({ users }, draw) =>
    patch(`/api/users/users/${draw.of(users)}/`, { ...someName(draw), phone: `+1 312 555 0${100 + draw.below(900)}` }),
  'a dispatcher with drivers gets another name': ({ leaders }, draw) =>
    patch(`/api/users/users/${draw.of(leaders)}/`, someName(draw)),
  'a fleet manager gets another name': ({ managers }, draw) =>
    patch(`/api/users/users/${draw.of(managers)}/`, someName(draw)),
  'a user is switched on or off': ({ users }, draw) =>
    patch(`/api/users/users/${draw.of(users)}/`, { is_active: draw.chance() }),
  'a user gets another role': ({ users }, draw) =>
    patch(`/api/users/users/${draw.of(users)}/`, { role: draw.of(ROLES) }),
  'a user becomes a driver': ({ users }, draw) =>
    patch(`/api/users/users/${draw.of(users)}/`, {
      role: 'driver',
      driver: {
        status: duty(draw),
        position: 'lease',
        gomotive_id: draw.below(1e6) + 1e6,
        pilot_flying_j_driver_id: draw.below(1e6) + 1e6,
      },
    }),
  'a user gets vendor ids': ({ users }, draw) =>
    patch(`/api/users/users/${draw.of(users)}/`, {
      driver: { gomotive_id: draw.orNull(VENDOR_IDS), pilot_flying_j_driver_id: draw.orNull(VENDOR_IDS) },
    }),
  'a user is created': (_, draw) => ({
    method: 'POST',
    path: '/api/users/users/',
    body: {
      ...newPerson(draw),
      role: draw.of(['dispatcher', 'fleet_manager'] as const),
      dispatcher: { status: 'working' },
    },
  }),
  'a driver is hired': (_, draw) => ({
    method: 'POST',
    path: '/api/users/users/',
    body: {
      ...newPerson(draw),
      role: 'driver',
      driver: {
        status: duty(draw),
        position: 'lease',
        gomotive_id: draw.below(1e6) + 1e6,
        pilot_flying_j_driver_id: draw.below(1e6) + 1e6,
      },
    },
  }),
  'a user is deleted': ({ users }, draw) => ({
    method: 'DELETE',
    path: `/api/users/users/${draw.of(users)}/`,
    body: { current_password: COMPANY_PASSWORD },
  }),
  'a truck gets a status': ({ trucks }, draw) =>
    patch(`/api/trucks/${draw.of(trucks)}/`, {
      status: draw.of(['on_service', 'for_sale', 'unassigned'] as const),
      status_date_from: '2026-11-21',
      status_date_to: null,
    }),
  'a truck goes to the workshop': ({ trucks }, draw) =>
    patch(`/api/trucks/${draw.of(trucks)}/`, {
      status: 'on_service',
      status_date_from: soon(draw),
      status_date_to: draw.of(['2026-12-01', '2026-12-31']),
    }),
  'a unit is due for service': ({ trucks, trailers }, draw) => {
    const next_service_date = draw.orNull(['2026-11-18', '2026-11-25', '2026-12-24'])
    if (draw.chance()) return patch(`/api/trucks/${draw.of(trucks)}/`, { next_service_date })
    return patch(`/api/trailers/${draw.of(trailers)}/`, { next_service_date })
  },
  'a truck gets a driver': ({ trucks, drivers }, draw) =>
    patch(`/api/trucks/${draw.of(trucks)}/`, { driver: draw.orNull(drivers) }),
  'a trailer gets a driver': ({ trailers, drivers }, draw) =>
    patch(`/api/trailers/${draw.of(trailers)}/`, { driver: draw.orNull(drivers) }),
  'a truck gets another number': ({ trucks }, draw) =>
    patch(`/api/trucks/${draw.of(trucks)}/`, { unit_number: `N${draw.below(40)}` }),
  'a trailer gets another number': ({ trailers }, draw) =>
    patch(`/api/trailers/${draw.of(trailers)}/`, { unit_number: `T${draw.below(40)}` }),
  'a truck gets vendor ids': ({ trucks }, draw) =>
    patch(`/api/trucks/${draw.of(trucks)}/`, {
      gomotive_id: draw.of(VENDOR_IDS),
      pilot_flying_j_truck: draw.of(VENDOR_IDS),
    }),
  'a truck gets another fleet manager': ({ trucks }, draw) =>
    patch(`/api/trucks/${draw.of(trucks)}/`, { fleet_manager_name: draw.of(NAMES) }),
  'a truck is created': (_, draw) => ({
    method: 'POST',
    path: '/api/trucks/',
    body: aTruck(`X${draw.below(1e6)}`, {
      gomotive_id: draw.below(1e6) + 1e6,
      pilot_flying_j_truck: draw.below(1e6) + 1e6,
    }),
  }),
  'a trailer is created': (_, draw) => ({
    method: 'POST',
    path: '/api/trailers/',
    body: aTrailer({ id: `Y${draw.below(1e6)}` }),
  }),
  'a truck is deleted': ({ trucks }, draw) => ({ method: 'DELETE', path: `/api/trucks/${draw.of(trucks)}/` }),
  'a trailer is deleted': ({ trailers }, draw) => ({ method: 'DELETE', path: `/api/trailers/${draw.of(trailers)}/` }),
  'a day is planned or cleared': ({ drivers }, draw) => ({
    method: 'POST',
    path: '/api/schedule/days/',
    body: { driver: draw.of(drivers), days: [{ date: soon(draw), status: draw.chance() ? duty(draw) : null }] },
  }),
  'days are planned': ({ drivers }, draw) => ({
    method: 'POST',
    path: '/api/schedule/status-bulk-edit/',
    body: { driver_id: draw.of(drivers), status: duty(draw), date_from: soon(draw), date_to: '2026-12-02' },
  }),
  'an inspection is created': ({ trucks, trailers, managers }, draw) => ({
    method: 'POST',
    path: '/api/maintenance/inspections/',
    body: {
      fleet_manager: draw.of(managers),
      transport: draw.of([...trucks, ...trailers]),
      career: 'Joliet Truck Care',
      total_cost: draw.below(500),
      service_type: draw.of(SERVICES),
      ...(draw.chance()
        ? { report_type: 'no_defect' }
        : {
            report_type: 'defect',
            due_date: days(draw),
            defects: [{ defect_type: 'tires', urgency: draw.of(['major', 'minor']), description: 'Cords showing' }],
          }),
    },
  }),
  'an inspection gets another unit, service or due date': ({ inspections, trucks, trailers }, draw) =>
    patch(`/api/maintenance/inspections/${draw.of(inspections)}/`, {
      ...(draw.chance() && { transport: draw.of([...trucks, ...trailers]) }),
      ...(draw.chance() && { service_type: draw.of(SERVICES) }),
      ...(draw.chance() && { due_date: days(draw) }),
      note: `${draw.below(1000)}`,
    }),
  'a defect is repaired or opened again': ({ defects }, draw) =>
    patch(
      `/api/maintenance/defects/${draw.of(defects)}/`,
      draw.chance() ? { state: 'open' } : { state: 'repaired', settled_by: 'Greg Novak' },
    ),
  'an inspection is deleted': ({ inspections }, draw) => ({
    method: 'DELETE',
    path: `/api/maintenance/inspections/${draw.of(inspections)}/`,
  }),
  'a department is created': (_, draw) => ({
    method: 'POST',
    path: '/api/dashboard/contacts/',
    body: {
      department_name: draw.of(NAMES),
      email: 'a@haulyard.example',
      location: 'Joliet',
      phones: [{ phone: '+1 312 555 0100' }],
    },
  }),
  'a department is changed': ({ contacts }, draw) =>
    patch(`/api/dashboard/contacts/${draw.of(contacts)}/`, { department_name: draw.of(NAMES) }),
  'a department is deleted': ({ contacts }, draw) => ({
    method: 'DELETE',
    path: `/api/dashboard/contacts/${draw.of(contacts)}/`,
  }),
} as const satisfies Readonly<Record<string, Maker>>

export type CompanyChangeName = keyof typeof COMPANY_CHANGES

/** A change of this kind; null when the company has no record for it now. */
export function drawChange(name: CompanyChangeName, ids: CompanyIds, draw: Draw): CompanyChange | null {
  try {
    return COMPANY_CHANGES[name](ids, draw)
  } catch (error) {
    if (error instanceof NothingToDraw) return null
    throw error
  }
}
