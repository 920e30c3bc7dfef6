import type { AssetLocation, VehicleLocation } from '#contract/boards/telematics.ts'
import type { Sql } from '#server/db/db.ts'
import type { DayRange } from '#server/records/day-range.ts'
import { instantText } from '#server/records/sql/instant-sql.ts'

/** SQL: the fixes of `$1` on the days `$2` to `$3`, in company time (America/Chicago). */
const within = (owner: string) => `${owner} = $1 and located_at >= $2::timestamp at time zone 'America/Chicago'
  and located_at < ($3::date + 1)::timestamp at time zone 'America/Chicago' order by located_at`

/** The stored positions of a vehicle, earliest first. */
export function findVehicleFixes(sql: Sql, vehicle: number, { first, last }: DayRange): Promise<VehicleLocation[]> {
  return sql.query<VehicleLocation>(
    'telematics.vehicle_fixes',
    `select lat, lon, ${instantText('located_at')} as located_at, speed, type, bearing, '' as description, odometer,
       engine_hours, fuel as fuel_primary_remaining_percentage
     from vehicle_fixes where ${within('vehicle_id')}`,
    [vehicle, first, last],
  )
}

/** The stored positions of a trailer, earliest first. */
export function findAssetFixes(sql: Sql, asset: number, { first, last }: DayRange): Promise<AssetLocation[]> {
  return sql.query<AssetLocation>(
    'telematics.asset_fixes',
    `select lat, lon, ${instantText('located_at')} as located_at, moving, bearing, battery_capacity, null as mode,
       '' as formatted_address, null as unpowered_mode_update_frequency
     from asset_fixes where ${within('asset_id')}`,
    [asset, first, last],
  )
}
