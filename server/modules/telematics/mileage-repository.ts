import type { Sql } from '#server/db/db.ts'

/** No truck is faster over any time: what an odometer has more than that is a mistake, and no miles. */
const MAX_MILES_AN_HOUR = 85
/** Miles of so long a silence are those of all its days. */
const LONG_SILENCE = `interval '12 hours'`

const dayOf = (instant: string) => `(${instant} at time zone 'America/Chicago')::date`

/** Odometers as they were last told, and up to where their miles were counted. */
const READ = `
  select v.id, (v.location->>'odometer')::numeric(12, 3) as odometer, v.located_at, v.counted_odometer, v.counted_at
  from telematics_vehicles v where v.is_told and v.location->>'odometer' is not null
    and (v.counted_at is null or v.located_at > v.counted_at)`

/** Each reading is counted once; of one that has lost miles, or has leapt, none are: it goes on from there. */
const MARKED = `
  update telematics_vehicles v set counted_odometer = fresh.odometer, counted_at = fresh.located_at from fresh
  where v.id = fresh.id`

/** Whether a truck can have come so far since the last reading; of the first one nobody knows better. */
const IS_LIKELY = `(fresh.counted_odometer is null or fresh.odometer - fresh.counted_odometer between 0
  and ${MAX_MILES_AN_HOUR} * extract(epoch from fresh.located_at - fresh.counted_at) / 3600 + 1)`

/** The truck that a vehicle is; should two carry its id, the first, as on the map. */
const TRUCK = `cross join lateral (
  select t.id, t.driver_id from units t where t.kind = 'truck' and t.gomotive_id = fresh.id order by t.id collate "C" limit 1) t`

/** What each truck has rolled since, with the trailer that its driver pulls. */
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

/** A truck has what its odometer says, or what was known and the miles since, if that is more; a trailer the latter. */
const UNITS = `
  update units t set miles_driven = greatest(t.miles_driven + coalesce(r.miles, 0), coalesce(r.odometer, 0)) from (
    select t.id, max(rolled.miles) as miles, max(fresh.odometer) as odometer
    from fresh ${TRUCK} left join rolled on rolled.truck = t.id
    where ${IS_LIKELY} group by 1
    union all select trailer, sum(miles), null from rolled where trailer is not null group by 1) r
  where t.id = r.id and greatest(t.miles_driven + coalesce(r.miles, 0), coalesce(r.odometer, 0)) <> t.miles_driven`

/**
 * Counts what trucks have rolled since the last time, by their odometers: for the truck, the trailer behind it and whoever
 * drives them now, on the company's days. Readings are counted once, however often and by whomever this is asked.
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
