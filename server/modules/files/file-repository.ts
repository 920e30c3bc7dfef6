import type { HistoryArea } from '#contract/wire/access.ts'
import type { Sql } from '#server/db/db.ts'

/** The record that a file belongs to. Users who may view the record may view the file. */
export interface FileOwner {
  readonly area: HistoryArea
  readonly record: string
}

export interface StoredFile {
  readonly id: string
  readonly area: HistoryArea
  readonly record_id: string
  /** File name with its extension, as offered for download. */
  readonly name: string
  readonly type: string
  /** The file is stored byte for byte. It may have a thumbnail. */
  readonly is_original: boolean
  /** Name of the bytes in the file store when several files share them. */
  readonly kept_as: string | null
}

export async function findFile(sql: Sql, id: string): Promise<StoredFile | null> {
  const [row] = await sql.query<StoredFile>(
    'files.find',
    'select id, area, record_id, name, type, is_original, kept_as from files where id = $1::uuid',
    [id],
  )
  return row ?? null
}

/**
 * A file that its record still names. A removed or replaced file stays until the next sweep, so that a change can name
 * it again, but it is not served.
 */
export async function findNamedFile(sql: Sql, id: string): Promise<StoredFile | null> {
  const [row] = await sql.query<StoredFile>(
    'files.find_named',
    `select id, area, record_id, name, type, is_original, kept_as
     from files f cross join lateral (select '/api/files/' || f.id || '/' || f.name as path) own
     where f.id = $1::uuid and (exists (select 1 from inspection_attachments a where a.file_id = f.id)
       or exists (select 1 from users u where u.photo = own.path)
       or exists (select 1 from units u where u.photo = own.path))`,
    [id],
  )
  return row ?? null
}

/** A file with the time of its upload. */
export interface DatedFile extends StoredFile {
  readonly created_at: string
}

/** Files in the order of the passed ids. Unknown ids are left out. */
export function findFiles(sql: Sql, ids: readonly string[]): Promise<DatedFile[]> {
  return sql.query(
    'files.several',
    `select f.id, area, record_id, name, type, is_original, kept_as, created_at
     from unnest($1::uuid[]) with ordinality given(id, n) join files f on f.id = given.id order by given.n`,
    [ids],
  )
}

export interface NewFile extends FileOwner {
  readonly id: string
  readonly name: string
  readonly type: string
  readonly size: number
  readonly isOriginal: boolean
  readonly user: number
  readonly now: Date
}

export async function insertFile(sql: Sql, file: NewFile): Promise<void> {
  const { id, area, record, name, type, size, isOriginal, user, now } = file
  await sql.query(
    'files.insert',
    `insert into files (id, area, record_id, name, type, size, user_id, created_at, is_original)
     values ($1::uuid, $2, $3, $4, $5, $6::integer, $7::integer, $8::timestamptz, $9::boolean)`,
    [id, area, record, name, type, size, user, now.toISOString(), isOriginal],
  )
}

/**
 * Files of deleted users, drivers, dispatchers and units, and removed attachments. Nothing names them anymore or ever
 * will.
 */
export async function findOrphans(sql: Sql): Promise<string[]> {
  const rows = await sql.query<{ id: string }>(
    'files.orphans',
    `select id from files
     where (area = 'users' and not exists (select 1 from users where users.id::text = files.record_id))
       or (area = 'drivers' and not exists (select 1 from drivers where drivers.id::text = files.record_id))
       or (area = 'dispatchers' and not exists (select 1 from dispatchers where dispatchers.id::text = files.record_id))
       or (area in ('trucks', 'trailers') and not exists (select 1 from units where units.id = files.record_id))
       or (area = 'maintenance' and not exists (select 1 from inspection_attachments a where a.file_id = files.id))
     limit 1000`,
  )
  return rows.map(({ id }) => id)
}

export async function deleteFiles(sql: Sql, ids: readonly string[]): Promise<void> {
  await sql.query('files.delete', 'delete from files where id = any($1::uuid[])', [ids])
}
