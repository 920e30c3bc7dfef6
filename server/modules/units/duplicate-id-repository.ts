import type { Sql } from '#server/db/db.ts'

/** A vendor's id that several records have, and those records. */
export interface SharedVendorId {
  readonly of: string
  readonly id: number
  readonly records: string
}

/**
 * Vendors' ids that several records share since before duplicates were refused. They are reported to the server's
 * operator.
 */
export function findSharedIds(sql: Sql): Promise<SharedVendorId[]> {
  const units = (title: string, column: string, flag: string) =>
    `select u.kind || '''s ${title}' as of, u.${column} as id, string_agg(u.id, ', ' order by u.id collate "C") as records
     from units u where u.${flag} group by u.kind, u.${column} having count(*) > 1`
  const drivers = (title: string, column: string, flag: string) =>
    `select 'driver''s ${title}', d.${column}, string_agg(d.id::text, ', ' order by d.id)
     from drivers d where d.${flag} and d.is_current group by d.${column} having count(*) > 1`
  return sql.query<SharedVendorId>(
    'units.shared_ids',
    `${units('GoMotive ID', 'gomotive_id', 'gomotive_is_shared')}
     union all ${units('fuel network ID', 'pilot_flying_j_truck', 'fuel_id_is_shared')}
     union all ${drivers('telematics ID', 'gomotive_id', 'gomotive_is_shared')}
     union all ${drivers('fuel network ID', 'pilot_flying_j_driver', 'fuel_id_is_shared')}`,
  )
}
