import type { VehicleLocation } from '#contract/boards/telematics.ts'
import type { Sql } from '#server/db/db.ts'
import type { TelematicsAsset, TelematicsVehicle } from '#server/providers/telematics/telematics.ts'

/** Columns that a vendor tells beside the location, with their types. */
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

interface Kept {
  readonly table: 'telematics_vehicles' | 'telematics_assets'
  readonly columns: readonly (readonly [string, string])[]
  /** Its history: the table, whose it is, and what of a location it keeps, as SQL over `location` (JSON). */
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

const VEHICLES: Kept = {
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
const ASSETS: Kept = {
  table: 'telematics_assets',
  columns: ASSET,
  fixes: 'asset_fixes',
  owner: 'asset_id',
  kept: [...PLACE, ['moving', `(location->>'moving')::boolean`], ['battery_capacity', numberIn('battery_capacity')]],
}

/** What of `told.location` a history keeps, in the order of its columns. */
const toldOf = (kept: Kept['kept']) => kept.map(([, sql]) => sql.replaceAll('location', 'told.location')).join(', ')

/** A text that is told as empty was not had: what is known stays. */
const latestWord = ([name, type]: readonly [string, string]) =>
  `${name} = ${type === 'text' ? `coalesce(nullif(excluded.${name}, ''), v.${name})` : `excluded.${name}`}`

/** Where it is and what it does: while that stays the same, a history has nothing to add. */
const standing = (location: string) =>
  `(${location}->'lat', ${location}->'lon', ${location}->'type', ${location}->'speed', ${location}->'moving')`

/**
 * Takes in what was told: one statement, `$1` the rows as JSON. A position only ever moves on, for answers overtake one
 * another, and the last one that was known stays. Each new fix goes into the history. Answers the ids that the map shows
 * otherwise now.
 */
function putStatement({ table, columns, fixes, owner, kept }: Kept): string {
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
    select told.id, told.located_at, ${toldOf(kept)}
    from told left join ${table} v on v.id = told.id
    where told.located_at is not null and (v.located_at is null or told.located_at > v.located_at
      and ${standing('told.location')} is distinct from ${standing('v.location')})
    on conflict do nothing)
  insert into ${table} as v (id, ${names.join(', ')}, located_at, location)
  select id, ${names.join(', ')}, located_at, location from told order by id
  on conflict (id) do update set ${columns.map(latestWord).join(', ')},
    ${latest('located_at')}, ${latest('location')}, is_told = true, changed_at = clock_timestamp()
  where not v.is_told or (${names.map((name) => `v.${name}`).join(', ')}) is distinct from (${names.map((name) => `excluded.${name}`).join(', ')})
    or excluded.located_at is not null and (${isNewer})
  returning id`
}

const PUT_VEHICLES = putStatement(VEHICLES)
const PUT_ASSETS = putStatement(ASSETS)

/** Takes in where vehicles are; answers how many of them the map shows otherwise now. Ids must differ from each other. */
export async function putVehicles(sql: Sql, told: readonly TelematicsVehicle[]): Promise<number> {
  const rows = told.map(({ current_location, ...vehicle }) => ({ ...vehicle, location: current_location }))
  return (await sql.query('telematics.put_vehicles', PUT_VEHICLES, [JSON.stringify(rows)])).length
}

/** The same of trailers. */
export async function putAssets(sql: Sql, told: readonly TelematicsAsset[]): Promise<number> {
  const rows = told.map(({ last_location, ...asset }) => ({ ...asset, location: last_location }))
  return (await sql.query('telematics.put_assets', PUT_ASSETS, [JSON.stringify(rows)])).length
}

/**
 * Takes in a location alone, of a vehicle that is told of; `$1` its id, `$2` the location as JSON. As with all of them it only
 * ever moves on, and goes into the history if it adds something. Answers a row if the vehicle is known: whether it moved.
 */
function moveStatement({ table, fixes, owner, kept }: Kept): string {
  return `
  with told as (
    select $1::bigint as id, $2::jsonb as location, ($2::jsonb->>'located_at')::timestamptz as located_at),
  former as (
    select v.id, v.location, v.located_at from ${table} v join told on told.id = v.id where v.is_told),
  noted as (
    insert into ${fixes} (${owner}, located_at, ${kept.map(([name]) => name).join(', ')})
    select told.id, told.located_at, ${toldOf(kept)} from told join former on former.id = told.id
    where former.located_at is null or told.located_at > former.located_at
      and ${standing('told.location')} is distinct from ${standing('former.location')}
    on conflict do nothing),
  moved as (
    update ${table} v set located_at = told.located_at, location = told.location, changed_at = clock_timestamp() from told
    where v.id = told.id and v.is_told and (v.located_at is null or told.located_at > v.located_at) returning v.id)
  select exists (select from moved) as has_moved from former`
}

const MOVE_VEHICLE = moveStatement(VEHICLES)

/** Takes in where a vehicle is; answers whether it moved, or null for one that nobody knows here. */
export async function moveVehicle(sql: Sql, vehicle: number, fix: VehicleLocation): Promise<boolean | null> {
  const rows = await sql.query<{ has_moved: boolean }>('telematics.move_vehicle', MOVE_VEHICLE, [
    vehicle,
    JSON.stringify(fix),
  ])
  return rows[0]?.has_moved ?? null
}

const keepOnly = ({ table }: Kept) =>
  `update ${table} set is_told = false where is_told and id <> all($1::bigint[]) returning id`
const KEEP_ONLY = { vehicles: keepOnly(VEHICLES), assets: keepOnly(ASSETS) }

/** Shows no more of a kind what the vendor does not tell of any more; answers how many those were. Their histories stay for their time. */
export async function keepOnlyTold(sql: Sql, of: keyof typeof KEEP_ONLY, told: readonly number[]): Promise<number> {
  return (await sql.query(`telematics.keep_${of}`, KEEP_ONLY[of], [told])).length
}

/** Which fixes go: all older than one instant, and between two others all but the first of each minute. */
export interface Retention {
  readonly deletedBefore: Date
  readonly thinnedFrom: Date
  readonly thinnedBefore: Date
}

/** `$4`: whose. At last whatever has none left and is told of no more. */
const sweepStatement = ({ fixes, owner, table }: Kept) => `
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

/** So many at once: none of the statements takes long, whatever there is. */
const SWEPT_AT_ONCE = 100

async function sweep(sql: Sql, of: Kept, { deletedBefore, thinnedFrom, thinnedBefore }: Retention): Promise<void> {
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

/** Thins and deletes what is due of all histories, a part of the fleet after the other: not in one transaction. */
export async function sweepFixes(sql: Sql, retention: Retention): Promise<void> {
  await sweep(sql, VEHICLES, retention)
  await sweep(sql, ASSETS, retention)
}
