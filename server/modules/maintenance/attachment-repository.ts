import type { AttachmentRef } from '#contract/files/attachments.ts'
import type { RecordRef } from '#contract/wire/record.ts'
import type { Sql } from '#server/db/db.ts'

export async function countAttachments(sql: Sql, inspection: number): Promise<number> {
  const [row] = await sql.query<{ count: number }>(
    'attachments.count',
    'select count(*)::integer as count from inspection_attachments where inspection_id = $1::integer',
    [inspection],
  )
  return row?.count ?? 0
}

/** Whether an upload is attached to an inspection. An upload's id is the client id of its attachment. */
export async function isAttached(sql: Sql, inspection: number, upload: string): Promise<boolean> {
  const rows = await sql.query(
    'attachments.is_attached',
    'select 1 from inspection_attachments where inspection_id = $1::integer and client_id = $2::uuid',
    [inspection, upload],
  )
  return rows.length > 0
}

/** `file`: the id of the file. `sha256`: the hash of its bytes, in hex. */
export interface NewAttachment {
  readonly file: string
  readonly sha256: string
  readonly inspection: number
  readonly attachment: AttachmentRef
}

/**
 * Attaches a file, to a defect of the inspection if `attachment` names an existing one. Attaches nothing and returns
 * false if the inspection already has these bytes or the client id is taken.
 */
export async function insertAttachment(
  sql: Sql,
  { inspection, attachment, file, sha256 }: NewAttachment,
): Promise<boolean> {
  const { defect, is_after_repair = false } = attachment
  const rows = await sql.query(
    'attachments.insert',
    `insert into inspection_attachments (client_id, inspection_id, file_id, sha256, defect_id, is_after_repair)
     values ($1::uuid, $2::integer, $3::uuid, $4,
       (select id from defects where inspection_id = $2::integer and (id = $5::integer or client_id = $6::uuid)),
       $7::boolean)
     on conflict do nothing returning 1`,
    [
      ...[attachment.upload, inspection, file, sha256],
      ...[typeof defect === 'number' ? defect : null, typeof defect === 'string' ? defect : null],
      is_after_repair,
    ],
  )
  return rows.length > 0
}

/** The ids of an inspection's files, in the order in which they were attached. */
export async function findAttachedFiles(sql: Sql, inspection: number): Promise<string[]> {
  const rows = await sql.query<{ file: string }>(
    'attachments.files',
    'select file_id as file from inspection_attachments where inspection_id = $1::integer order by id',
    [inspection],
  )
  return rows.map(({ file }) => file)
}

/** Deletes attachments, by their ids or client ids. Returns each file's name and its inspection. */
export function deleteAttachments(
  sql: Sql,
  refs: readonly RecordRef[],
): Promise<{ readonly inspection: number; readonly name: string }[]> {
  return sql.query(
    'attachments.delete',
    `with deleted as (
       delete from inspection_attachments where id = any($1::integer[]) or client_id = any($2::uuid[])
       returning inspection_id, file_id)
     select deleted.inspection_id as inspection, f.name from deleted join files f on f.id = deleted.file_id order by 1, 2`,
    [refs.filter((ref) => typeof ref === 'number'), refs.filter((ref) => typeof ref === 'string')],
  )
}
