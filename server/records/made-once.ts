import type { Problem } from '#server/base/problem.ts'
import { DatabaseError, type Sql } from '#server/db/db.ts'

/** How records of a kind are found by the name that a device gave them. `Key` is whatever leads to the record. */
export interface NamedRecords<Key, Answer extends object> {
  /** The key of the record that has the name; null when there is none. */
  find(client_id: string): Promise<Key | null>
  /** Why no record of that name can be made: the one that had it was deleted, or another kind of record has it. Else null. */
  refusal(client_id: string): Promise<Problem | null>
  /** The record as it is answered; null when there is none. */
  answer(key: Key): Promise<Answer | null>
}

/**
 * The record that a device has made before under the same name, so that it is answered and not made again; null for a record
 * that is to be made. Throws the refusal.
 *
 * The device may send the same record twice at once, under two keys. The second change waits here until the
 * transaction of the first one ends, and finds its record.
 */
export async function findMade<Key, Answer extends object>(
  sql: Sql,
  client_id: string | null | undefined,
  records: NamedRecords<Key, Answer>,
): Promise<(Answer & { readonly isNew: false }) | null> {
  if (client_id == null) return null
  await lockName(sql, client_id)
  const key = await records.find(client_id)
  const refusal = key === null ? await records.refusal(client_id) : null
  if (refusal) throw refusal
  const made = key === null ? null : await records.answer(key)
  return made && { ...made, isNew: false }
}

async function lockName(sql: Sql, client_id: string): Promise<void> {
  await sql.query('records.lock_client_id', 'select pg_advisory_xact_lock(hashtextextended($1::uuid::text, 0))', [
    client_id,
  ])
}

/** Whether the database refused to give two records one name: what a device calls them, which it makes up itself. */
export const isNameTaken = (error: unknown): boolean => error instanceof DatabaseError && error.code === '23505'
