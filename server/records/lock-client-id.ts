import type { Sql } from '#server/db/db.ts'

/** Until the end of the transaction nobody else makes a unit that a device calls so. */
export async function lockClientId(sql: Sql, client_id: string): Promise<void> {
  await sql.query('records.lock_client_id', 'select pg_advisory_xact_lock(hashtextextended($1::uuid::text, 0))', [
    client_id,
  ])
}
