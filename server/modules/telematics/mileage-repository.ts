import type { Sql } from '#server/db/db.ts'

/** Highest plausible average speed. A larger odometer increase is treated as an error and adds no miles. */
const MAX_MILES_AN_HOUR = 85
/** After a gap in readings longer than this, the miles are spread over all days of the gap. */
const LONG_SILENCE = `interval '12 hours'`

const dayOf = (instant: string) => `(${instant} at time zone 'America/Chicago')::date`

/** SQL: the latest odometer readings that are not counted yet, with the reading up to which miles were counted. */
const READ = `
  select v.id, (v.location->>'odometer')::numeric(12, 3) as odometer, v.located_at, v.counted_odometer, v.counted_at
  from telematics_vehicles v where v.is_told and v.location->>'odometer' is not null
    and (v.counted_at is null or v.located_at > v.counted_at)`

/** SQL: marks each reading as counted. A reading that went down or jumped adds no miles; counting continues from it. */
const MARKED = `
  update telematics_vehicles v set counted_odometer = fresh.odometer, counted_at = fresh.located_at from fresh
  where v.id = fresh.id`

/**
 * SQL: whether the truck can have driven this distance since the last counted reading. A first reading is always
 * accepted.
 */
const IS_LIKELY = `(fresh.counted_odometer is null or fresh.odometer - fresh.counted_odometer between 0
  and ${MAX_MILES_AN_HOUR} * extract(epoch from fresh.located_at - fresh.counted_at) / 3600 + 1)`

/** SQL: the truck with the vehicle's id. If two trucks have the id, the first by id is used, as on the map. */
const TRUCK = `cross join lateral (
  select t.id, t.driver_id from units t where t.kind = 'truck' and t.gomotive_id = fresh.id order by t.id collate "C" limit 1) t`

/** SQL: miles of each truck since its last counted reading, with the driver's trailer and the first and last day. */
const ROLLED = `
  select t.id as truck, t.driver_id, trailer.id as trailer, fresh.odometer - fresh.counted_odometer as miles,
    ${dayOf('fresh.located_at')} as last,
    case when fresh.located_at - fresh.counted_at > ${LONG_SILENCE}
      then least(${dayOf('fresh.counted_at')} + 1, ${dayOf('fresh.located_at')}) else ${dayOf('fresh.located_at')} end as first
  from fresh ${TRUCK}
    left join units trailer on trailer.driver_id = t.driver_id and trailer.kind = 'trailer'
  where fresh.odometer > fresh.counted_odometer and ${IS_LIKELY}`

const BY_DAY = `
  select truck, driver_id, trailer, day::date as date, miles / (last - first + 1) as miles
  from rolled cross join generate_series(first::timestamp, last::timestamp, interval '1 day') day`

const add = (table: string, owner: string, rows: string) => `
  insert into ${table} as m (${owner}, date, miles) select ${owner}, date, sum(miles) from (${rows}) r
  group by 1, 2 order by 1, 2 on conflict (${owner}, date) do update set miles = m.miles + excluded.miles`

/**
 * SQL: a truck's total is the larger of its odometer and its old total plus new miles. A trailer's is its old total
 * plus new miles.
 */
const UNITS = `
  update units t set miles_driven = greatest(t.miles_driven + coalesce(r.miles, 0), coalesce(r.odometer, 0)) from (
    select t.id, max(rolled.miles) as miles, max(fresh.odometer) as odometer
    from fresh ${TRUCK} left join rolled on rolled.truck = t.id
    where ${IS_LIKELY} group by 1
    union all select trailer, sum(miles), null from rolled where trailer is not null group by 1) r
  where t.id = r.id and greatest(t.miles_driven + coalesce(r.miles, 0), coalesce(r.odometer, 0)) <> t.miles_driven`

/**
 * Counts the miles that trucks have driven since the last count, by their odometers. Miles go to the truck, its trailer
 * and its current driver, per company day. Each reading is counted once, however often and by how many processes this
 * is called.
 */
export async function countMiles(sql: Sql): Promise<void> {
  await sql.query(
    'telematics.count_miles',
    `with fresh as materialized (${READ} order by v.id for update of v), marked as (${MARKED}), rolled as materialized (${ROLLED}),
       by_day as materialized (${BY_DAY}),
       of_units as (${add('unit_miles', 'unit_id', 'select truck as unit_id, date, miles from by_day union all select trailer, date, miles from by_day where trailer is not null')}),
       of_drivers as (${add('driver_miles', 'driver_id', 'select driver_id, date, miles from by_day where driver_id is not null')})
     ${UNITS}`,
  )
}
