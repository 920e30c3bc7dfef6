import type { Mapped } from '#contract/boards/telematics.ts'
import type { Sql } from '#server/db/db.ts'
import { instantText } from '#server/records/sql/instant-sql.ts'
import { otherNumber, otherNumbers } from '#server/records/sql/unit-number-sql.ts'

const NAME = `json_build_object('id', d.id, 'first_name', u.first_name, 'last_name', u.last_name)`

/** The unit of a kind that carries the vendor's id; should two do, the first of them. */
const unitOf = (kind: 'truck' | 'trailer', id: string) => `left join lateral (
  select t.id, t.unit_number, t.driver_id from units t where t.kind = '${kind}' and t.gomotive_id = ${id} order by t.id collate "C" limit 1) t on true`
const DRIVER = 'left join (drivers d join users u on u.id = d.user_id) on d.id = t.driver_id'
const TRAILER = `left join units trailer on trailer.driver_id = d.id and trailer.kind = 'trailer'`

const one = async (rows: Promise<readonly { readonly text: string }[]>, name: string) => {
  const [row] = await rows
  if (!row) throw new Error(`${name}: no answer`)
  return row.text
}

/** All vehicles that the vendor tells of, as JSON (`vehicles` of the contract). */
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

/** All trailers that the vendor tells of, as JSON. */
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

/** The vehicle that a driver is signed on to by the vendor's word, the latest to tell; else the one of their truck. */
const DRIVEN = `left join lateral (
    select v.id, v.number, v.location from telematics_vehicles v
    where v.is_told and (v.current_driver->>'id')::bigint = d.gomotive_id order by v.located_at desc nulls last, v.id limit 1) signed on true
  left join telematics_vehicles own on signed.id is null and own.is_told and own.id = truck.gomotive_id`

/** All drivers who are with the company, as JSON, with where they are. */
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

/** What moves while it is asked for is told with the next answer too: a move is seen later than it is dated. */
const OVERLAP = `interval '15 seconds'`
/** In whole steps, so that all who ask for what has moved since ask the same. */
const AS_OF = `date_bin('10 seconds', now() - ${OVERLAP}, timestamptz '2000-01-01 00:00:00Z')`

const MOVED = '($1::timestamptz is null or v.changed_at > $1::timestamptz)'
/** Of each list its ids and locations, as `id`, `vehicle` and `location`; `$1`: since when they have changed, null for all. */
const POSITIONS: Readonly<Record<Mapped, string>> = {
  vehicles: `select v.id, null as vehicle, v.location from telematics_vehicles v where v.is_told and v.location is not null and ${MOVED}`,
  assets: `select v.id, null as vehicle, v.location from telematics_assets v where v.is_told and v.location is not null and ${MOVED}`,
  drivers: `select d.id, v.id as vehicle, v.location from drivers d
    left join units truck on truck.driver_id = d.id and truck.kind = 'truck' ${DRIVEN}
    join telematics_vehicles v on v.id = coalesce(signed.id, own.id)
    where d.is_current and v.location is not null and ${MOVED}`,
}

/** Where those of a list are who have moved since an instant, as JSON; all of them, when null. */
export function findPositions(sql: Sql, of: Mapped, since: string | null): Promise<string> {
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
