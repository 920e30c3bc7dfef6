import type { UnitKind } from '#contract/units/unit-choices.ts'
import type { Trailer, Truck } from '#contract/units/units.ts'
import type { Person } from '#contract/wire/people.ts'
import { jsonObject } from '#server/records/json-object.ts'
import { personNameJson } from '#server/records/person.ts'
import { SHARED_BY_UNITS } from '#server/records/sql/duplicate-ids-sql.ts'
import { DEFECT_REF } from '#server/records/sql/inspection-sql.ts'
import { type PapersVisibility, papersUntil } from '#server/records/sql/papers-sql.ts'
import { numbersOf } from '#server/records/sql/unit-number-sql.ts'
import { UNIT_COLUMNS } from './unit-columns.ts'

/** SQL for the driver who has a unit (`unitHolder` of the contract), over `d` drivers and `u` its user. */
export const HOLDER = `json_build_object('id', d.id, 'first_name', u.first_name, 'last_name', u.last_name,
  'is_firing', d.status = 'firing_process')`

/** SQL for the number of open major defects of unit `t`. */
export const MAJOR_DEFECTS = `(select count(*)::integer from defects f
  where f.unit_id = t.id and f.state = 'open' and f.urgency = 'major')`

/** SQL for the references of the open major defects of unit `t` (`openMajors` of the contract). */
export const OPEN_MAJORS = `(select coalesce(json_agg(${DEFECT_REF} order by f.id), '[]') from defects f
  where f.unit_id = t.id and f.state = 'open' and f.urgency = 'major')`

/** SQL for the date range of a unit's expenses and for today, and how much of the driver's papers is visible. */
export interface UnitVisibilitySql {
  readonly first: string
  readonly last: string
  readonly today: string
  readonly papers: PapersVisibility
}

const sumOf = (table: string, { first, last }: UnitVisibilitySql) =>
  `(select coalesce(sum(f.amount), 0) from ${table} f
    where f.unit_id = t.id and f.date between ${first}::date and ${last}::date)::float8`

const FLEET_MANAGER = `(select ${jsonObject<Pick<Person, 'id' | 'first_name' | 'last_name'>>({
  id: 'm.id',
  first_name: 'm.first_name',
  last_name: 'm.last_name',
})} from users m where m.id = t.fleet_manager_id)`

/** SQL for each changeable field. `plain`: the fields at the top level of the response, unchanged from their column. */
const {
  driver,
  dispatcher: _,
  miles_driven,
  unit_number,
  licence_plate,
  transponder_id,
  pilot_flying_j_truck,
  fleet_manager_name,
  fleet_manager_phone,
  fleet_manager_email,
  ...plain
} = UNIT_COLUMNS.sqlOf('t')

/**
 * `plain`, with a compile error for a column that is not in the response's type. A spread alone would not catch that.
 */
const responseColumns: {
  readonly [Field in keyof typeof plain]: Field extends keyof Truck & keyof Trailer ? string : never
} = plain

/** The `extra_info` of a unit. Fields that only trucks have are left out for trailers. */
function extraInfo(kind: UnitKind, visibility: UnitVisibilitySql): string {
  const ofTruck = (sql: string) => (kind === 'truck' ? sql : null)
  return jsonObject<Partial<Truck['extra_info']> & Trailer['extra_info']>({
    transponder_id: ofTruck(transponder_id),
    licence_plate,
    unit_number: ofTruck(unit_number),
    pilot_flying_j_truck: ofTruck(pilot_flying_j_truck),
    ...{ fleet_manager_name, fleet_manager_phone, fleet_manager_email },
    fleet_manager: FLEET_MANAGER,
    tolls_expenses: sumOf('toll_transactions', visibility),
    fuel_expenses: sumOf('fuel_transactions', visibility),
  })
}

/** SQL for the last location of a unit (`lastLocation` of the contract), from the telematics of its `gomotive_id`. */
const LAST_LOCATION: Readonly<Record<UnitKind, string>> = {
  truck: `(select json_build_object('lat', at.location->'lat', 'lon', at.location->'lon',
      'moving', coalesce((at.location->>'speed')::float8, 0) > 0, 'battery_capacity', null,
      'formatted_address', at.location->'description', 'located_at', at.location->'located_at')
    from telematics_vehicles at where at.id = t.gomotive_id and at.is_told and at.location is not null)`,
  trailer: `(select json_build_object('lat', at.location->'lat', 'lon', at.location->'lon', 'moving', at.location->'moving',
      'battery_capacity', round((at.location->>'battery_capacity')::numeric)::integer,
      'formatted_address', at.location->'formatted_address', 'located_at', at.location->'located_at')
    from telematics_assets at where at.id = t.gomotive_id and at.is_told and at.location is not null)`,
}

/** SQL for a unit in the wire format, over `t` units and the tables of `UNIT_PEOPLE`. */
export function unitJson(kind: UnitKind, visibility: UnitVisibilitySql): string {
  const holder = `jsonb_build_object('papers_until', ${papersUntil(visibility.papers, visibility.today)})`
  const dispatcher = jsonObject<NonNullable<Truck['dispatcher']>>({ id: 'p.id', user: personNameJson('pu') })
  return jsonObject<Omit<Truck, 'kind'> & Trailer>({
    id: 't.id',
    ...numbersOf('t'),
    client_id: 't.client_id',
    kind: 't.kind',
    ...responseColumns,
    driver,
    driver_full_name: `case when d.id is not null then trim(u.first_name || ' ' || u.last_name) end`,
    holder: `case when d.id is not null then ${HOLDER}::jsonb || ${holder} end`,
    dispatcher: `case when p.id is not null then ${dispatcher} end`,
    miles_driven: `${miles_driven}::float8`,
    shared_ids: SHARED_BY_UNITS,
    open_major_defects: MAJOR_DEFECTS,
    open_majors: OPEN_MAJORS,
    last_location: LAST_LOCATION[kind],
    extra_info: extraInfo(kind, visibility),
    version: 't.version',
  })
}

/** Joins of the driver and the dispatcher of unit `t`, with their users. */
export const UNIT_PEOPLE = `left join (drivers d join users u on u.id = d.user_id) on d.id = t.driver_id
  left join (dispatchers p join users pu on pu.id = p.user_id) on p.id = t.dispatcher_id`

/** `UNIT_PEOPLE` for a page of units. It reads only the page's ids (`= any`); a plain join would read all rows. */
export const PAGE_PEOPLE = `left join (drivers d join users u on u.id = d.user_id)
    on d.id = t.driver_id and d.id = any(array(select driver_id from page))
  left join (dispatchers p join users pu on pu.id = p.user_id)
    on p.id = t.dispatcher_id and p.id = any(array(select dispatcher_id from page))`
