/**
 * A wire field with a vendor's id, its column, and the flag of rows that shared their id before ids had to be unique.
 */
type VendorIdField = readonly [field: string, column: string, flag: string]

const UNITS: readonly VendorIdField[] = [
  ['gomotive_id', 'gomotive_id', 'gomotive_is_shared'],
  ['pilot_flying_j_truck', 'pilot_flying_j_truck', 'fuel_id_is_shared'],
]
const DRIVERS: readonly VendorIdField[] = [
  ['gomotive_id', 'gomotive_id', 'gomotive_is_shared'],
  ['pilot_flying_j_driver_id', 'pilot_flying_j_driver', 'fuel_id_is_shared'],
]

const sharedIdsSql = (all: readonly VendorIdField[], table: string, row: string, which: string) =>
  `array_to_json(array_remove(array[${all.map(
    ([field, column, flag]) => `case when ${row}.${flag} and exists (select from ${table} o
      where o.${column} = ${row}.${column} and o.id <> ${row}.id and ${which}) then '${field}' end`,
  )}], null))`

/**
 * SQL for the fields of unit `t` with a vendor id that another unit has too, as a JSON list (`sharedIds` of the
 * contract).
 */
export const SHARED_BY_UNITS = sharedIdsSql(UNITS, 'units', 't', 'o.kind = t.kind')

/** Like `SHARED_BY_UNITS`, for driver `d`. */
export const SHARED_BY_DRIVERS = sharedIdsSql(DRIVERS, 'drivers', 'd', 'o.is_current')
