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

/** Files of users, drivers, dispatchers and units that are gone: nothing names them any more, and nothing ever will. */
export async function findOrphans(sql: Sql): Promise<string[]> {
  const rows = await sql.query<{ id: string }>(
    'files.orphans',
    `select id from files
     where (area = 'users' and not exists (select 1 from users where users.id::text = files.record_id))
       or (area = 'drivers' and not exists (select 1 from drivers where drivers.id::text = files.record_id))
       or (area = 'dispatchers' and not exists (select 1 from dispatchers where dispatchers.id::text = files.record_id))
       or (area in ('trucks', 'trailers') and not exists (select 1 from units where units.id = files.record_id))
     limit 1000`,
  )
  return rows.map(({ id }) => id)
}

export async function deleteFiles(sql: Sql, ids: readonly string[]): Promise<void> {
  await sql.query('files.delete', 'delete from files where id = any($1::uuid[])', [ids])
}
