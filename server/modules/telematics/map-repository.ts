import type { MapList } from '#contract/boards/telematics.ts'
import type { Sql } from '#server/db/db.ts'
import { instantText } from '#server/records/sql/instant-sql.ts'
import { otherNumber, otherNumbers } from '#server/records/sql/unit-number-sql.ts'

const NAME = `json_build_object('id', d.id, 'first_name', u.first_name, 'last_name', u.last_name)`

/** SQL: the unit of a kind with the vendor's id. If two units have the id, the first by id is used. */
const unitOf = (kind: 'truck' | 'trailer', id: string) => `left join lateral (
  select t.id, t.unit_number, t.driver_id from units t where t.kind = '${kind}' and t.gomotive_id = ${id} order by t.id collate "C" limit 1) t on true`
const DRIVER = 'left join (drivers d join users u on u.id = d.user_id) on d.id = t.driver_id'
const TRAILER = `left join units trailer on trailer.driver_id = d.id and trailer.kind = 'trailer'`

const one = async (rows: Promise<readonly { readonly text: string }[]>, name: string) => {
  const [row] = await rows
  if (!row) throw new Error(`${name}: no answer`)
  return row.text
}

/** All vehicles that the vendor currently lists, as JSON (`vehicles` in the contract). */
export function findVehicles(sql: Sql): Promise<string> {
  const name = 'telematics.vehicles'
  return one(
    sql.query(
      name,
      `select json_build_object('vehicles', coalesce(json_agg(json_build_object('vehicle', json_build_object(
         'id', v.id, 'number', v.number, 'model', v.model, 'make', v.make, 'vin', v.vin,
         'license_plate_state', v.license_plate_state, 'license_plate_number', v.license_plate_number,
         'permanent_driver', v.permanent_driver, 'current_driver', v.current_driver, 'current_location', v.location,
         'unit', case when t.id is not null then jsonb_build_object('id', t.id,
           'driver', case when d.id is not null then ${NAME} end, 'trailer', trailer.id) || ${otherNumbers('t')} || ${otherNumber('trailer_number', 'trailer')} end)) order by v.id), '[]'))::text as text
       from telematics_vehicles v ${unitOf('truck', 'v.id')} ${DRIVER} ${TRAILER} where v.is_told`,
    ),
    name,
  )
}

/** All trailers that the vendor currently lists, as JSON (`assets` in the contract). */
export function findAssets(sql: Sql): Promise<string> {
  const name = 'telematics.assets'
  return one(
    sql.query(
      name,
      `select json_build_object('assets', coalesce(json_agg(json_build_object('asset', json_build_object(
         'id', v.id, 'name', v.name, 'make', v.make, 'model', v.model, 'type', v.type, 'vin', v.vin, 'status', v.status,
         'asset_gateway', json_build_object('last_location', v.location),
         'unit', case when t.id is not null then jsonb_build_object('id', t.id,
           'driver', case when d.id is not null then ${NAME} end) || ${otherNumbers('t')} end)) order by v.id), '[]'))::text as text
       from telematics_assets v ${unitOf('trailer', 'v.id')} ${DRIVER} where v.is_told`,
    ),
    name,
  )
}

/**
 * SQL: the vehicle with the latest position that the driver is signed on to at the vendor; otherwise the vehicle of the
 * driver's truck.
 */
const DRIVEN = `left join lateral (
    select v.id, v.number, v.location from telematics_vehicles v
    where v.is_told and (v.current_driver->>'id')::bigint = d.gomotive_id order by v.located_at desc nulls last, v.id limit 1) signed on true
  left join telematics_vehicles own on signed.id is null and own.is_told and own.id = truck.gomotive_id`

/** All current drivers with their positions, as JSON. */
export function findDrivers(sql: Sql): Promise<string> {
  const name = 'telematics.drivers'
  return one(
    sql.query(
      name,
      `select json_build_object('drivers', coalesce(json_agg(json_build_object('driver', jsonb_build_object(
         'id', d.id, 'gomotive_id', d.gomotive_id, 'first_name', u.first_name, 'last_name', u.last_name,
         'truck', truck.id, 'trailer', trailer.id,
         'vehicle', case when coalesce(signed.id, own.id) is not null then
           json_build_object('id', coalesce(signed.id, own.id), 'number', coalesce(
             (select t.unit_number from units t where t.kind = 'truck' and t.gomotive_id = coalesce(signed.id, own.id)
              and t.unit_number <> t.id order by t.id collate "C" limit 1), signed.number, own.number)) end,
         'current_location', case when signed.id is not null then signed.location else own.location end)
         || ${otherNumber('truck_number', 'truck')} || ${otherNumber('trailer_number', 'trailer')}) order by d.id), '[]'))::text as text
       from drivers d join users u on u.id = d.user_id
         left join units truck on truck.driver_id = d.id and truck.kind = 'truck' ${TRAILER} ${DRIVEN}
       where d.is_current`,
    ),
    name,
  )
}

/**
 * Overlap of consecutive responses: a move becomes visible later than its timestamp, so the next response repeats
 * recent moves.
 */
const OVERLAP = `interval '15 seconds'`
/** Rounded to 10 seconds, so that all open maps send the same `since` and share a response. */
const AS_OF = `date_bin('10 seconds', now() - ${OVERLAP}, timestamptz '2000-01-01 00:00:00Z')`

const MOVED = '($1::timestamptz is null or v.changed_at > $1::timestamptz)'
/**
 * SQL for the `id`, `vehicle` and `location` columns of each list. `$1`: only positions changed after this time; null
 * for all.
 */
const POSITIONS: Readonly<Record<MapList, string>> = {
  vehicles: `select v.id, null as vehicle, v.location from telematics_vehicles v where v.is_told and v.location is not null and ${MOVED}`,
  assets: `select v.id, null as vehicle, v.location from telematics_assets v where v.is_told and v.location is not null and ${MOVED}`,
  drivers: `select d.id, v.id as vehicle, v.location from drivers d
    left join units truck on truck.driver_id = d.id and truck.kind = 'truck' ${DRIVEN}
    join telematics_vehicles v on v.id = coalesce(signed.id, own.id)
    where d.is_current and v.location is not null and ${MOVED}`,
}

/** Positions of a list that have changed since an instant, as JSON. Null means all positions. */
export function findPositions(sql: Sql, of: MapList, since: string | null): Promise<string> {
  const name = `telematics.positions.${of}`
  return one(
    sql.query(
      name,
      `with moved as (${POSITIONS[of]})
       select json_build_object('as_of', ${instantText(AS_OF)},
         'positions', coalesce((select json_agg(json_build_object('id', id, 'vehicle', vehicle, 'location', location)) from moved), '[]'))::text as text`,
      [since],
    ),
    name,
  )
}
