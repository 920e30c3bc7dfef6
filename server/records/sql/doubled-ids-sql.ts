/** A field of the wire, and the column that holds a vendor's id for it. */
type Shared = readonly [field: string, column: string, flag: string]

const UNITS: readonly Shared[] = [
  ['gomotive_id', 'gomotive_id', 'gomotive_is_shared'],
  ['pilot_flying_j_truck', 'pilot_flying_j_truck', 'fuel_id_is_shared'],
]
const DRIVERS: readonly Shared[] = [
  ['gomotive_id', 'gomotive_id', 'gomotive_is_shared'],
  ['pilot_flying_j_driver_id', 'pilot_flying_j_driver', 'fuel_id_is_shared'],
]

const shared = (all: readonly Shared[], table: string, row: string, which: string) =>
  `array_to_json(array_remove(array[${all.map(
    ([field, column, flag]) => `case when ${row}.${flag} and exists (select from ${table} o
      where o.${column} = ${row}.${column} and o.id <> ${row}.id and ${which}) then '${field}' end`,
  )}], null))`

/** SQL for the fields of unit `t` whose vendor's ids another unit has, too, as a JSON list (`sharedIds` of the contract). */
export const SHARED_BY_UNITS = shared(UNITS, 'units', 't', 'o.kind = t.kind')

/** The same of driver `d`. */
export const SHARED_BY_DRIVERS = shared(DRIVERS, 'drivers', 'd', 'o.is_current')
