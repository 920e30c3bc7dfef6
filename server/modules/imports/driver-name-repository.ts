import type { Sql } from '#server/db/db.ts'

export interface KnownDriver {
  readonly id: number
  readonly first_name: string
  readonly last_name: string
}

/** All who drive here now. */
export function findKnownDrivers(sql: Sql): Promise<KnownDriver[]> {
  return sql.query(
    'imports.drivers',
    `select d.id, u.first_name, u.last_name from drivers d join users u on u.id = d.user_id where d.is_current order by d.id`,
  )
}
