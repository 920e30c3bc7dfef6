import type { UnitKind } from '#contract/units/unit-choices.ts'
import type { Trailer, Truck } from '#contract/units/units.ts'
import type { Person } from '#contract/wire/people.ts'
import { jsonObject } from '#server/records/json-object.ts'
import { personNameJson } from '#server/records/person.ts'
import { SHARED_BY_UNITS } from '#server/records/sql/doubled-ids-sql.ts'
import { type Papers, papersUntil } from '#server/records/sql/papers-sql.ts'
import { numbersOf } from '#server/records/sql/unit-number-sql.ts'
import { UNIT_COLUMNS } from './unit-columns.ts'

/** SQL for who has a unit (`unitHolder` of the contract); over `d` drivers and `u` its user. */
export const HOLDER = `json_build_object('id', d.id, 'first_name', u.first_name, 'last_name', u.last_name,
  'is_firing', d.status = 'firing_process')`

/** SQL for how many open major defects unit `t` has. */
export const MAJOR_DEFECTS = `(select count(*)::integer from defects f
  where f.unit_id = t.id and f.state = 'open' and f.urgency = 'major')`

/** SQL for the bounds of the days that a unit's expenses are about, and for today; and how much of papers is told. */
export interface SightSql {
  readonly first: string
  readonly last: string
  readonly today: string
  readonly papers: Papers
}

const sumOf = (table: string, { first, last }: SightSql) =>
  `(select coalesce(sum(f.amount), 0) from ${table} f
    where f.unit_id = t.id and f.date between ${first}::date and ${last}::date)::float8`

const FLEET_MANAGER = `(select ${jsonObject<Pick<Person, 'id' | 'first_name' | 'last_name'>>({
  id: 'm.id',
  first_name: 'm.first_name',
  last_name: 'm.last_name',
})} from users m where m.id = t.fleet_manager_id)`

/** SQL for each field that people change. `plain`: those that an answer has at its top, as the column has them. */
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

/** The same, and a compile error for a column that the answer's type lacks: a spread alone would tell it nevertheless. */
const told: { readonly [Field in keyof typeof plain]: Field extends keyof Truck & keyof Trailer ? string : never } =
  plain

/** The rest of a unit; what is written on trucks alone is left out of a trailer's. */
function extraInfo(kind: UnitKind, sight: SightSql): string {
  const ofTruck = (sql: string) => (kind === 'truck' ? sql : null)
  return jsonObject<Partial<Truck['extra_info']> & Trailer['extra_info']>({
    transponder_id: ofTruck(transponder_id),
    licence_plate: ofTruck(licence_plate),
    unit_number: ofTruck(unit_number),
    pilot_flying_j_truck: ofTruck(pilot_flying_j_truck),
    ...{ fleet_manager_name, fleet_manager_phone, fleet_manager_email },
    fleet_manager: FLEET_MANAGER,
    tolls_expenses: sumOf('toll_transactions', sight),
    fuel_expenses: sumOf('fuel_transactions', sight),
  })
}

/** SQL for where a unit of a kind was last (`lastLocation` of the contract), as telematics tells it of its `gomotive_id`. */
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

/** A unit as the wire shows it; over `t` units and the tables of `UNIT_PEOPLE`. */
export function unitJson(kind: UnitKind, sight: SightSql): string {
  const holder = `jsonb_build_object('papers_until', ${papersUntil(sight.papers, sight.today)})`
  const dispatcher = jsonObject<NonNullable<Truck['dispatcher']>>({ id: 'p.id', user: personNameJson('pu') })
  return jsonObject<Omit<Truck, 'kind'> & Trailer>({
    id: 't.id',
    ...numbersOf('t'),
    client_id: 't.client_id',
    kind: 't.kind',
    ...told,
    driver,
    driver_full_name: `case when d.id is not null then trim(u.first_name || ' ' || u.last_name) end`,
    holder: `case when d.id is not null then ${HOLDER}::jsonb || ${holder} end`,
    dispatcher: `case when p.id is not null then ${dispatcher} end`,
    miles_driven: `${miles_driven}::float8`,
    shared_ids: SHARED_BY_UNITS,
    open_major_defects: MAJOR_DEFECTS,
    last_location: LAST_LOCATION[kind],
    extra_info: extraInfo(kind, sight),
    version: 't.version',
  })
}

/** Who has unit `t`, and who leads it. */
export const UNIT_PEOPLE = `left join (drivers d join users u on u.id = d.user_id) on d.id = t.driver_id
  left join (dispatchers p join users pu on pu.id = p.user_id) on p.id = t.dispatcher_id`

/** The same for a page of units: read by the page's ids alone (`= any`), where a plain join reads all of them. */
export const PAGE_PEOPLE = `left join (drivers d join users u on u.id = d.user_id)
    on d.id = t.driver_id and d.id = any(array(select driver_id from page))
  left join (dispatchers p join users pu on pu.id = p.user_id)
    on p.id = t.dispatcher_id and p.id = any(array(select dispatcher_id from page))`
