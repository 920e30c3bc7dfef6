import type { Db, Sql } from '#server/db/db.ts'
import { loadMaintenance } from '#server/demo/maintenance/load-maintenance.ts'
import { instantText } from '#server/records/sql/instant-sql.ts'
import { withKeysCheckedAtTheEnd } from './bulk-load.ts'
import { type Company, demoCompany } from './company.ts'
import { seedContacts } from './contacts.ts'
import { insert } from './insert.ts'

const USERS = `
  insert into users (id, first_name, last_name, sort_name, email, phone, role, permissions, password_hash)
  select r.id, r.first_name, r.last_name, r.sort_name, r.email, r.phone, r.role,
    array(select value::smallint from json_array_elements_text(r.permissions)), case when r.may_sign_in then $2 end
  from json_to_recordset($1::json) as r (id integer, first_name text, last_name text, sort_name text, email text,
    phone text, role text, permissions json, may_sign_in boolean)`

const DISPATCHERS = `
  insert into dispatchers (id, user_id, status, status_date_from, status_date_to)
  select * from json_to_recordset($1::json)
    as r (id integer, user_id integer, status text, status_date_from date, status_date_to date)`

const DRIVERS = `
  insert into drivers (id, user_id, dispatcher_id, status, status_date_from, status_date_to, position, gomotive_id,
    pilot_flying_j_driver, miles_driven, med_expire, cdl_expire, rate)
  select * from json_to_recordset($1::json) as r (id integer, user_id integer, dispatcher_id integer, status text,
    status_date_from date, status_date_to date, position text, gomotive_id bigint, pilot_flying_j_driver bigint,
    miles_driven numeric, med_expire date, cdl_expire date, rate text)`

const UNITS = `
  insert into units (id, kind, status, status_date_from, status_date_to, driver_id, last_driver_id, dispatcher_id,
    transport_model, year, color, type, miles_driven, inspection_passed_date, next_service_date, registration_expire, gomotive_id, unit_number,
    licence_plate, transponder_id, pilot_flying_j_truck, fleet_manager_name, fleet_manager_phone, fleet_manager_email, vin)
  select * from json_to_recordset($1::json) as r (id text, kind text, status text, status_date_from date,
    status_date_to date, driver_id integer, last_driver_id integer, dispatcher_id integer, transport_model text,
    year smallint, color text, type text, miles_driven numeric, inspection_passed_date date, next_service_date date,
    registration_expire date, gomotive_id bigint, unit_number text, licence_plate text, transponder_id text, pilot_flying_j_truck bigint,
    fleet_manager_name text, fleet_manager_phone text, fleet_manager_email text, vin text)`

const CONTACTS = `
  insert into contacts (id, department_name, email, location, phones)
  select * from json_to_recordset($1::json)
    as r (id integer, department_name text, email text, location text, phones jsonb)`

const DAYS = `
  insert into schedule_days (id, driver_id, date, status, description)
  select * from json_to_recordset($1::json)
    as r (id integer, driver_id integer, date date, status text, description text)`

const MILES = `
  insert into driver_miles (driver_id, date, miles)
  select * from json_to_recordset($1::json) as r (driver_id integer, date date, miles numeric)`

const FUEL = `
  insert into fuel_transactions (id, driver_id, unit_id, date, gallons, amount, site, product, source, source_key)
  select r.id, r.driver_id, r.unit_id, r.date, r.gallons, r.amount, r.site, r.product, 'demo', r.source_key
  from json_to_recordset($1::json) as r (id bigint, driver_id integer, unit_id text, date date, gallons numeric,
    amount numeric, site text, product text, source_key text)`

const REVENUE = `
  insert into gross_revenue (id, date, dispatcher_id, driver_id, amount)
  select * from json_to_recordset($1::json)
    as r (id integer, date date, dispatcher_id integer, driver_id integer, amount numeric)`

/** A toll names the truck's plate, transponder and unit number, as they are read on the road. */
const TOLLS = `
  insert into toll_transactions (id, unit_id, date, posted_on, amount, agency, plaza, plate, transponder_id, unit_number,
    source, source_key)
  select r.id, r.unit_id, r.date, r.date, r.amount, r.agency, r.plaza, u.licence_plate, u.transponder_id, u.unit_number,
    'demo', r.source_key
  from json_to_recordset($1::json) as r (id bigint, unit_id text, date date, amount numeric, agency text, plaza text,
    source_key text) join units u on u.id = r.unit_id`

/** A unit has the miles of its current driver, day by day. */
const UNIT_MILES = `
  insert into unit_miles (unit_id, date, miles)
  select u.id, m.date, m.miles from units u join driver_miles m on m.driver_id = u.driver_id order by u.id, m.date`

const DEFECTS = `
  insert into defects (id, unit_id, defect_type, urgency, description, state, found_on)
  select * from json_to_recordset($1::json) as r (id integer, unit_id text, defect_type text, urgency text,
    description text, state text, found_on date)`

/** Trailers that have a gateway and no driver, each with its last reported position. */
const POSITIONS = `
  insert into telematics_assets (id, name, make, model, type, vin, status, located_at, location)
  select u.gomotive_id, u.id, split_part(u.transport_model, ' ', 1), u.transport_model, coalesce(u.type, ''), coalesce(u.vin, ''),
    'active', told.at, json_build_object('lat', r.latitude, 'lon', r.longitude, 'moving', false, 'bearing', null,
      'battery_capacity', r.battery_capacity, 'mode', null, 'formatted_address', r.formatted_address,
      'unpowered_mode_update_frequency', null, 'located_at', ${instantText('told.at')})
  from json_to_recordset($1::json) as r (unit_id text, latitude numeric, longitude numeric, battery_capacity smallint, formatted_address text, minutes_ago integer)
    join units u on u.id = r.unit_id
    cross join lateral (select $2::timestamptz - make_interval(mins => r.minutes_ago) as at) told`

/**
 * Odometers already include today's miles from the books, so they are counted on from the end of today, Chicago time.
 */
const VEHICLES = `
  insert into telematics_vehicles (id, number, make, model, vin, license_plate_state, license_plate_number,
    counted_odometer, counted_at)
  select gomotive_id, coalesce(unit_number, id), split_part(transport_model, ' ', 1), transport_model, coalesce(vin, ''), '',
    coalesce(licence_plate, ''), miles_driven, ($1::date + 1)::timestamp at time zone 'America/Chicago'
  from units where kind = 'truck'`

/**
 * Overwrites weeks of the same Sunday: a server that ran earlier without a company has stored empty counts for them.
 */
const STATISTICS = `
  insert into statistic_weeks (sunday, total_workers, total_trucks, total_trailers, dispatchers, drivers, taken_at)
  select r.sunday, r.total_workers, r.total_trucks, r.total_trailers, r.dispatchers, r.drivers,
    r.sunday::timestamp at time zone 'America/Chicago'
  from json_to_recordset($1::json) as r (sunday date, total_workers integer, total_trucks integer,
    total_trailers integer, dispatchers jsonb, drivers jsonb)
  on conflict (sunday) do update set total_workers = excluded.total_workers, total_trucks = excluded.total_trucks,
    total_trailers = excluded.total_trailers, dispatchers = excluded.dispatchers, drivers = excluded.drivers`

/** The books end today; the simulator continues from tomorrow on. */
const FEEDS = `
  insert into expense_feeds (kind, vendor, begins_on, synced_to, tried_at, succeeded_at)
  select kind, 'simulator', $1::date + 1, $1::date, $2::timestamptz, $2::timestamptz from unnest(array['tolls', 'fuel']) kind`

const TELEMATICS = `insert into telematics_feed (vendor) values ('simulator')`
/** The arguments from which the simulators generate the same plans again. */
const DEMO_COMPANY = 'insert into demo_company (drivers, loaded_on) values ($1, $2)'

/**
 * Tables whose ids come from the generator, so that an attempt after an interrupted one produces the same ids. The
 * tables' id sequences are then set to the highest id.
 */
const COUNTERS = [
  'users',
  'dispatchers',
  'drivers',
  'schedule_days',
  'fuel_transactions',
  'gross_revenue',
  'toll_transactions',
  'defects',
  'inspections',
  'inspection_comments',
  'inspection_attachments',
  'contacts',
] as const

/** The tables with the most rows. Their foreign keys are checked once, after the load. */
const BULKY = [
  'schedule_days',
  'driver_miles',
  'fuel_transactions',
  'gross_revenue',
  'unit_miles',
  'toll_transactions',
  'inspections',
  'inspection_comments',
  'inspection_attachments',
] as const

const FILLED = [
  ...COUNTERS,
  'units',
  'driver_miles',
  'unit_miles',
  'telematics_assets',
  'telematics_vehicles',
  'daily_totals',
  'files',
] as const

export interface SeedOptions {
  readonly drivers: number
  /** `yyyy-MM-dd` */
  readonly today: string
  /** The moment of loading. The last telematics reports are some time before it, and no maintenance is after it. */
  readonly now: Date
  /** The argon2id hash of `DEMO_PASSWORD`, for the four demo accounts. */
  readonly passwordHash: string
}

async function insertCompany(sql: Sql, company: Company, { passwordHash, now, today }: SeedOptions): Promise<void> {
  await insert(sql, 'seed.users', USERS, company.users, passwordHash)
  await insert(sql, 'seed.dispatchers', DISPATCHERS, company.dispatchers)
  await insert(
    sql,
    'seed.drivers',
    DRIVERS,
    company.drivers.map(({ runs, stage, ...row }) => row),
  )
  await insert(sql, 'seed.units', UNITS, company.units)
  await insert(sql, 'seed.statistics', STATISTICS, company.statistics)
  await insert(sql, 'seed.contacts', CONTACTS, seedContacts)
  await withKeysCheckedAtTheEnd(sql, BULKY, async () => {
    await insert(sql, 'seed.days', DAYS, company.days())
    await insert(sql, 'seed.miles', MILES, company.miles())
    await insert(sql, 'seed.fuel', FUEL, company.fuel())
    await insert(sql, 'seed.revenue', REVENUE, company.revenue())
    await sql.query('seed.unit_miles', UNIT_MILES)
    await insert(sql, 'seed.tolls', TOLLS, company.tolls())
    await insert(sql, 'seed.defects', DEFECTS, company.defects())
    await loadMaintenance(sql, company.maintenance(), now)
  })
  const parkingPositions = [...company.positions()].filter((position) => !position.is_pulled)
  await insert(sql, 'seed.positions', POSITIONS, parkingPositions, now.toISOString())
  await sql.query('seed.vehicles', VEHICLES, [today])
  for (const table of COUNTERS) {
    await sql.query(
      `seed.counter.${table}`,
      `select setval(pg_get_serial_sequence('${table}', 'id'), greatest((select max(id) from ${table}), 1))`,
    )
  }
}

/** Whether the database has no account yet. `npm start` checks this before it loads the demo company. */
export async function isEmpty(sql: Sql): Promise<boolean> {
  const rows = await sql.query<{ empty: boolean }>('seed.is_empty', 'select not exists (select 1 from users) as empty')
  return rows[0]?.empty === true
}

/**
 * Loads the demo company into an empty database, in one transaction: an interrupted attempt leaves the database empty.
 * When two processes start at the same time, one loads the company. The other waits for the lock that migrations use
 * too, and then finds the company loaded.
 */
export async function seedDemo(db: Db, options: SeedOptions): Promise<void> {
  const company = demoCompany(options.drivers, options.today)
  await db.tx(async (sql) => {
    await sql.query('seed.patience', `select set_config('statement_timeout', '0', true)`)
    await sql.query('seed.lock', 'select version from schema_version for update')
    if (!(await isEmpty(sql))) return
    await insertCompany(sql, company, options)
    await sql.query('seed.feeds', FEEDS, [options.today, options.now.toISOString()])
    await sql.query('seed.telematics', TELEMATICS)
    await sql.query('seed.demo_company', DEMO_COMPANY, [options.drivers, options.today])
  })
  // The query planner has no statistics about bulk-loaded rows, and the embedded database never collects them on its
  // own.
  await db.script(null, FILLED.map((table) => `analyze ${table}`).join('; '))
}
