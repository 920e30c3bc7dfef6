import { clientId, type RecordRef } from '#contract/wire/record.ts'
import type { Sql } from '#server/db/db.ts'
import { type AreaOfDeletedNames, RECORD_TABLES } from './record-tables.ts'

/** A deleted record, and the name of the user who deleted it. The name is empty when the user is not known any more. */
export interface DeletedRecord {
  readonly id: string
  readonly by: string
}

/** Finds a deleted record by its id or by its `client_id`. Null when no such record was deleted. */
export async function findDeletedRecord(
  sql: Sql,
  area: AreaOfDeletedNames,
  ref: RecordRef,
): Promise<DeletedRecord | null> {
  const names = RECORD_TABLES[area].deletedNames
  const name = clientId.safeParse(ref)
  const [row] = await sql.query<DeletedRecord>(
    `deleted.${area}`,
    `select h.record_id as id, coalesce(trim(u.first_name || ' ' || u.last_name), '') as by
     from history h left join users u on u.id = h.user_id
     where h.area = '${area}' and h.field = 'is_deleted'
       and h.record_id = coalesce((select ${names.id}::text from ${names.table} where client_id = $2::uuid), $1)
     order by h.version desc limit 1`,
    [`${ref}`, name.success ? name.data : null],
  )
  return row ?? null
}
