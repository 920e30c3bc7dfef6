import type { Problem } from '#server/base/problem.ts'
import { DatabaseError, type Sql } from '#server/db/db.ts'

/** Finds records of one kind by their `client_id`, the id that a device gave them. `Key` identifies a record. */
export interface ClientIdLookup<Key, Answer extends object> {
  /** The key of the record with this `client_id`. Null when there is none. */
  find(client_id: string): Promise<Key | null>
  /**
   * Why no record can be created with this `client_id`: its record was deleted, or a record of another kind has it.
   * Null when a record can be created.
   */
  refusal(client_id: string): Promise<Problem | null>
  /** The record for the response. Null when it does not exist. */
  answer(key: Key): Promise<Answer | null>
}

/**
 * Finds the record that the device already created with this `client_id`, so that a repeated request returns this
 * record instead of creating a second one. Null when the record has to be created. Throws the `refusal`.
 *
 * A device may send the same record twice at the same time, with two idempotency keys. The second request waits here
 * until the transaction of the first one ends, and then finds its record.
 */
export async function findCreated<Key, Answer extends object>(
  sql: Sql,
  client_id: string | null | undefined,
  records: ClientIdLookup<Key, Answer>,
): Promise<(Answer & { readonly isNew: false }) | null> {
  if (client_id == null) return null
  await lockClientId(sql, client_id)
  const key = await records.find(client_id)
  const refusal = key === null ? await records.refusal(client_id) : null
  if (refusal) throw refusal
  const created = key === null ? null : await records.answer(key)
  return created && { ...created, isNew: false }
}

async function lockClientId(sql: Sql, client_id: string): Promise<void> {
  await sql.query('records.lock_client_id', 'select pg_advisory_xact_lock(hashtextextended($1::uuid::text, 0))', [
    client_id,
  ])
}

/**
 * Whether a unique constraint refused the row. Use it only for statements where `client_id` alone can violate one: the
 * device then sent a `client_id` that another record has.
 */
export const isClientIdTaken = (error: unknown): boolean => error instanceof DatabaseError && error.code === '23505'
