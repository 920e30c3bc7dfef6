import type { VehicleLocation } from '#contract/boards/telematics.ts'
import type { Sql } from '#server/db/db.ts'
import type { TelematicsAsset, TelematicsVehicle } from '#server/providers/telematics/telematics.ts'

/** Columns that a vendor reports in addition to the location, with their SQL types. */
const VEHICLE = [
  ['number', 'text'],
  ['make', 'text'],
  ['model', 'text'],
  ['vin', 'text'],
  ['license_plate_state', 'text'],
  ['license_plate_number', 'text'],
  ['permanent_driver', 'jsonb'],
  ['current_driver', 'jsonb'],
] as const
const ASSET = [
  ['name', 'text'],
  ['make', 'text'],
  ['model', 'text'],
  ['type', 'text'],
  ['vin', 'text'],
  ['status', 'text'],
] as const

interface PositionTables {
  readonly table: 'telematics_vehicles' | 'telematics_assets'
  readonly columns: readonly (readonly [string, string])[]
  /**
   * Its position history: `fixes` is the table, `owner` its id column, `kept` its columns with SQL over `location`
   * (JSON).
   */
  readonly fixes: string
  readonly owner: string
  readonly kept: readonly (readonly [string, string])[]
}

const numberIn = (name: string) => `(location->>'${name}')::float8`
const PLACE = [
  ['lat', numberIn('lat')],
  ['lon', numberIn('lon')],
  ['bearing', numberIn('bearing')],
] as const

const VEHICLES: PositionTables = {
  table: 'telematics_vehicles',
  columns: VEHICLE,
  fixes: 'vehicle_fixes',
  owner: 'vehicle_id',
  kept: [
    ...PLACE,
    ['speed', numberIn('speed')],
    ['type', `location->>'type'`],
    ['odometer', numberIn('odometer')],
    ['engine_hours', numberIn('engine_hours')],
    ['fuel', numberIn('fuel_primary_remaining_percentage')],
  ],
}
const ASSETS: PositionTables = {
  table: 'telematics_assets',
  columns: ASSET,
  fixes: 'asset_fixes',
  owner: 'asset_id',
  kept: [...PLACE, ['moving', `(location->>'moving')::boolean`], ['battery_capacity', numberIn('battery_capacity')]],
}

/** SQL: the values from `told.location` for the history's columns, in order. */
const historyValues = (columns: PositionTables['kept']) =>
  columns.map(([, sql]) => sql.replaceAll('location', 'told.location')).join(', ')

/** SQL: an empty text means the vendor did not report it, so the stored value stays. */
const latestText = ([name, type]: readonly [string, string]) =>
  `${name} = ${type === 'text' ? `coalesce(nullif(excluded.${name}, ''), v.${name})` : `excluded.${name}`}`

/** SQL: place and movement of a location. The history gets no new row while they stay the same. */
const placeAndMovement = (location: string) =>
  `(${location}->'lat', ${location}->'lon', ${location}->'type', ${location}->'speed', ${location}->'moving')`

/**
 * SQL: stores the reported rows (`$1`, JSON) in one statement. A position is only replaced by a newer one, because
 * responses can overtake one another; a missing position leaves the stored one. New fixes are added to the history.
 * Returns the ids of the rows that changed on the map.
 */
function putStatement({ table, columns, fixes, owner, kept }: PositionTables): string {
  const names = columns.map(([name]) => name)
  const typed = columns.map(([name, type]) => `${name} ${type}`).join(', ')
  const isNewer = 'excluded.located_at > v.located_at or v.located_at is null'
  const latest = (name: string) => `${name} = case when ${isNewer} then excluded.${name} else v.${name} end`
  return `
  with told as (
    select r.*, (r.location->>'located_at')::timestamptz as located_at
    from json_to_recordset($1::json) as r (id bigint, ${typed}, location jsonb)),
  noted as (
    insert into ${fixes} (${owner}, located_at, ${kept.map(([name]) => name).join(', ')})
    select told.id, told.located_at, ${historyValues(kept)}
    from told left join ${table} v on v.id = told.id
    where told.located_at is not null and (v.located_at is null or told.located_at > v.located_at
      and ${placeAndMovement('told.location')} is distinct from ${placeAndMovement('v.location')})
    on conflict do nothing)
  insert into ${table} as v (id, ${names.join(', ')}, located_at, location)
  select id, ${names.join(', ')}, located_at, location from told order by id
  on conflict (id) do update set ${columns.map(latestText).join(', ')},
    ${latest('located_at')}, ${latest('location')}, is_told = true, changed_at = clock_timestamp()
  where not v.is_told or (${names.map((name) => `v.${name}`).join(', ')}) is distinct from (${names.map((name) => `excluded.${name}`).join(', ')})
    or excluded.located_at is not null and (${isNewer})
  returning id`
}

const PUT_VEHICLES = putStatement(VEHICLES)
const PUT_ASSETS = putStatement(ASSETS)

/** Stores vehicles with their positions. Returns how many of them changed on the map. Ids must be unique. */
export async function putVehicles(sql: Sql, vehicles: readonly TelematicsVehicle[]): Promise<number> {
  const rows = vehicles.map(({ current_location, ...vehicle }) => ({ ...vehicle, location: current_location }))
  return (await sql.query('telematics.put_vehicles', PUT_VEHICLES, [JSON.stringify(rows)])).length
}

/** Stores trailers with their positions. Returns how many of them changed on the map. Ids must be unique. */
export async function putAssets(sql: Sql, assets: readonly TelematicsAsset[]): Promise<number> {
  const rows = assets.map(({ last_location, ...asset }) => ({ ...asset, location: last_location }))
  return (await sql.query('telematics.put_assets', PUT_ASSETS, [JSON.stringify(rows)])).length
}

/**
 * SQL: stores a single location of a currently listed vehicle. `$1` is its id, `$2` the location as JSON. The location
 * is only replaced by a newer one, and is added to the history if place or movement changed. Returns one row
 * (`has_moved`) if the vehicle is known.
 */
function moveStatement({ table, fixes, owner, kept }: PositionTables): string {
  return `
  with told as (
    select $1::bigint as id, $2::jsonb as location, ($2::jsonb->>'located_at')::timestamptz as located_at),
  former as (
    select v.id, v.location, v.located_at from ${table} v join told on told.id = v.id where v.is_told),
  noted as (
    insert into ${fixes} (${owner}, located_at, ${kept.map(([name]) => name).join(', ')})
    select told.id, told.located_at, ${historyValues(kept)} from told join former on former.id = told.id
    where former.located_at is null or told.located_at > former.located_at
      and ${placeAndMovement('told.location')} is distinct from ${placeAndMovement('former.location')}
    on conflict do nothing),
  moved as (
    update ${table} v set located_at = told.located_at, location = told.location, changed_at = clock_timestamp() from told
    where v.id = told.id and v.is_told and (v.located_at is null or told.located_at > v.located_at) returning v.id)
  select exists (select from moved) as has_moved from former`
}

const MOVE_VEHICLE = moveStatement(VEHICLES)

/** Stores the position of a vehicle. Returns whether it moved; null for an unknown vehicle. */
export async function moveVehicle(sql: Sql, vehicle: number, fix: VehicleLocation): Promise<boolean | null> {
  const rows = await sql.query<{ has_moved: boolean }>('telematics.move_vehicle', MOVE_VEHICLE, [
    vehicle,
    JSON.stringify(fix),
  ])
  return rows[0]?.has_moved ?? null
}

const hideUnlistedStatement = ({ table }: PositionTables) =>
  `update ${table} set is_told = false where is_told and id <> all($1::bigint[]) returning id`
const HIDE_UNLISTED = { vehicles: hideUnlistedStatement(VEHICLES), assets: hideUnlistedStatement(ASSETS) }

/** Hides the rows that the vendor no longer lists, and returns their number. Their histories stay until they expire. */
export async function hideUnlisted(
  sql: Sql,
  of: keyof typeof HIDE_UNLISTED,
  listedIds: readonly number[],
): Promise<number> {
  return (await sql.query(`telematics.keep_${of}`, HIDE_UNLISTED[of], [listedIds])).length
}

/**
 * Which fixes are deleted: all before `deletedBefore`; between `thinnedFrom` and `thinnedBefore` all except the first
 * of each minute.
 */
export interface Retention {
  readonly deletedBefore: Date
  readonly thinnedFrom: Date
  readonly thinnedBefore: Date
}

/**
 * SQL: sweeps the fixes of the ids in `$4`. A row that the vendor no longer lists is deleted once its history is empty.
 */
const sweepStatement = ({ fixes, owner, table }: PositionTables) => `
  with old as (
    select f.id, f.located_at from unnest($4::bigint[]) v(id) cross join lateral (
      select ${owner} as id, located_at from ${fixes} where ${owner} = v.id and located_at < $1::timestamptz
      union all
      select id, located_at from (
        select ${owner} as id, located_at, row_number() over (partition by date_trunc('minute', located_at) order by located_at) as n
        from ${fixes} where ${owner} = v.id and located_at >= $2::timestamptz and located_at < $3::timestamptz) minutes
      where n > 1) f),
  swept as (
    delete from ${fixes} t using old where t.${owner} = old.id and t.located_at = old.located_at)
  delete from ${table} v where v.id = any($4::bigint[]) and not v.is_told
    and not exists (select from ${fixes} where ${owner} = v.id)`

/** Number of ids per statement, so that each statement is short for any fleet size. */
const SWEPT_AT_ONCE = 100

async function sweep(
  sql: Sql,
  of: PositionTables,
  { deletedBefore, thinnedFrom, thinnedBefore }: Retention,
): Promise<void> {
  const known = await sql.query<{ id: number }>(
    `telematics.known.${of.table}`,
    `select id from ${of.table} order by id`,
  )
  const bounds = [deletedBefore, thinnedFrom, thinnedBefore].map((at) => at.toISOString())
  for (let from = 0; from < known.length; from += SWEPT_AT_ONCE) {
    const some = known.slice(from, from + SWEPT_AT_ONCE).map(({ id }) => id)
    await sql.query(`telematics.sweep.${of.table}`, sweepStatement(of), [...bounds, some])
  }
}

/** Thins and deletes expired positions, one part of the fleet after another. Must not run in a single transaction. */
export async function sweepFixes(sql: Sql, retention: Retention): Promise<void> {
  await sweep(sql, VEHICLES, retention)
  await sweep(sql, ASSETS, retention)
}
