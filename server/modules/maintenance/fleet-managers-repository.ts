import type { Sql } from '#server/db/db.ts'

/** Whether a user is one of those to pick as fleet manager. */
export async function isFleetManager(sql: Sql, id: number): Promise<boolean> {
  const rows = await sql.query(
    'inspections.manager',
    `select 1 from users where id = $1::bigint and role = 'fleet_manager' and is_active`,
    [id],
  )
  return rows.length > 0
}
