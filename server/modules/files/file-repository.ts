import type { HistoryArea } from '#contract/history.ts'
import type { Sql } from '#server/db/db.ts'

/** The record that a file belongs to; who may view it may see the file. */
export interface FileOwner {
  readonly area: HistoryArea
  readonly record: string
}

export interface StoredFile {
  readonly id: string
  readonly area: HistoryArea
  readonly record_id: string
  /** With its ending, as it is offered for saving. */
  readonly name: string
  readonly type: string
}

export async function findFile(sql: Sql, id: string): Promise<StoredFile | null> {
  const [row] = await sql.query<StoredFile>(
    'files.find',
    'select id, area, record_id, name, type from files where id = $1::uuid',
    [id],
  )
  return row ?? null
}

export interface NewFile extends FileOwner {
  readonly id: string
  readonly name: string
  readonly type: string
  readonly size: number
  readonly user: number
  readonly now: Date
}

export async function insertFile(sql: Sql, file: NewFile): Promise<void> {
  const { id, area, record, name, type, size, user, now } = file
  await sql.query(
    'files.insert',
    `insert into files (id, area, record_id, name, type, size, user_id, created_at)
     values ($1::uuid, $2, $3, $4, $5, $6::integer, $7::integer, $8::timestamptz)`,
    [id, area, record, name, type, size, user, now.toISOString()],
  )
}
