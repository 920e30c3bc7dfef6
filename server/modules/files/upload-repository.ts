import type { Sql } from '#server/db/db.ts'

/** Key of an upload: its user, and the id that the device chose. */
export interface UploadName {
  readonly user: number
  readonly id: string
}

export interface Upload {
  readonly length: number
  readonly received: number
  /** Names of its parts in the file store, in order. Empty once the upload is used and swept. */
  readonly parts: readonly string[]
  /** Id of the file that is or will be created from it. */
  readonly file_id: string
  readonly is_used: boolean
}

const COLUMNS = 'length, received, parts, file_id, is_used'

export async function findUpload(sql: Sql, { user, id }: UploadName): Promise<Upload | null> {
  const [row] = await sql.query<Upload>(
    'uploads.find',
    `select ${COLUMNS} from uploads where user_id = $1::integer and id = $2::uuid`,
    [user, id],
  )
  return row ?? null
}

/** The same upload, locked until the transaction ends: of two changes that use it, one waits for the other. */
export async function lockUpload(sql: Sql, { user, id }: UploadName): Promise<Upload | null> {
  const [row] = await sql.query<Upload>(
    'uploads.lock',
    `select ${COLUMNS} from uploads where user_id = $1::integer and id = $2::uuid for update`,
    [user, id],
  )
  return row ?? null
}

export interface NewPart {
  readonly offset: number
  readonly length: number
  readonly bytes: number
  readonly name: string
  readonly now: Date
}

/** Begins an upload with its first part. Returns false when another request has begun it meanwhile. */
export async function beginUpload(sql: Sql, { user, id }: UploadName, part: NewPart, file: string): Promise<boolean> {
  const rows = await sql.query(
    'uploads.begin',
    `insert into uploads (user_id, id, length, received, parts, touched_at, file_id)
     values ($1::integer, $2::uuid, $3::integer, $4::integer, array[$5::text], $6::timestamptz, $7::uuid)
     on conflict (user_id, id) do nothing returning 1`,
    [user, id, part.length, part.bytes, part.name, part.now.toISOString(), file],
  )
  return rows.length > 0
}

/** Appends a part at its offset. Returns false when the upload is no longer at that offset. */
export async function extendUpload(sql: Sql, { user, id }: UploadName, part: NewPart): Promise<boolean> {
  const rows = await sql.query(
    'uploads.extend',
    `update uploads set received = received + $4::integer, parts = parts || $5::text, touched_at = $6::timestamptz
     where user_id = $1::integer and id = $2::uuid and received = $3::integer and not is_used returning 1`,
    [user, id, part.offset, part.bytes, part.name, part.now.toISOString()],
  )
  return rows.length > 0
}

/** Counts the user's other unused uploads, and the total of their announced lengths in bytes. */
export async function countUnused(
  sql: Sql,
  { user, id }: UploadName,
): Promise<{ readonly uploads: number; readonly bytes: number }> {
  const [row] = await sql.query<{ uploads: number; bytes: number }>(
    'uploads.unused',
    `select count(*) as uploads, coalesce(sum(length), 0)::bigint as bytes
     from uploads where user_id = $1::integer and id <> $2::uuid and not is_used`,
    [user, id],
  )
  return row ?? { uploads: 0, bytes: 0 }
}

export async function markUsed(sql: Sql, { user, id }: UploadName, now: Date): Promise<void> {
  await sql.query(
    'uploads.use',
    `update uploads set is_used = true, touched_at = $3::timestamptz
     where user_id = $1::integer and id = $2::uuid`,
    [user, id, now.toISOString()],
  )
}

/** Deletes an unused upload. Returns false when it has been used meanwhile, or begun again with another file id. */
export async function deleteUnusedUpload(sql: Sql, { user, id }: UploadName, { file_id }: Upload): Promise<boolean> {
  const rows = await sql.query(
    'uploads.forget',
    `delete from uploads where user_id = $1::integer and id = $2::uuid and file_id = $3::uuid and not is_used
     returning 1`,
    [user, id, file_id],
  )
  return rows.length > 0
}

export interface ObsoleteUpload extends UploadName {
  readonly file_id: string
  /** The whole upload is obsolete. Otherwise a file was created from it, and only its parts are obsolete. */
  readonly is_expired: boolean
  /** A file of a record was created from it and still exists. */
  readonly is_named: boolean
}

/** An upload expires when it was last touched before this time: `used` for used uploads, `unused` for all others. */
export interface Expiry {
  readonly used: Date
  readonly unused: Date
}
const beforeOf = ({ used, unused }: Expiry) => [used.toISOString(), unused.toISOString()]

/** SQL: last touched before `$1` if used, before `$2` if unused; or its user has been deleted. */
const IS_EXPIRED = `(touched_at < case when is_used then $1::timestamptz else $2::timestamptz end or not exists (select 1 from users where users.id = uploads.user_id))`
const OBSOLETE = `
  select user_id as "user", id, file_id, ${IS_EXPIRED} as is_expired,
    exists (select 1 from files where files.id = uploads.file_id) as is_named
  from uploads where (${IS_EXPIRED} or (is_used and parts <> '{}'))`

/** Uploads whose parts are obsolete: a file was created from them, they expired, or their user has been deleted. */
export function findObsoleteUploads(sql: Sql, before: Expiry): Promise<ObsoleteUpload[]> {
  return sql.query('uploads.spent', `${OBSOLETE} limit 1000`, beforeOf(before))
}

/** One such upload, locked. Null when it no longer qualifies, or when another transaction has locked it. */
export async function lockObsoleteUpload(
  sql: Sql,
  { user, id }: UploadName,
  before: Expiry,
): Promise<ObsoleteUpload | null> {
  const [locked] = await sql.query(
    'uploads.lock_or_skip',
    'select 1 from uploads where user_id = $1::integer and id = $2::uuid for update skip locked',
    [user, id],
  )
  if (!locked) return null
  // A second statement after the lock: a combined one would miss the file of a change that committed during locking.
  const [row] = await sql.query<ObsoleteUpload>(
    'uploads.one_spent',
    `${OBSOLETE} and user_id = $3::integer and id = $4::uuid`,
    [...beforeOf(before), user, id],
  )
  return row ?? null
}

export async function clearParts(sql: Sql, { user, id }: UploadName): Promise<void> {
  await sql.query(
    'uploads.forget_parts',
    `update uploads set parts = '{}' where user_id = $1::integer and id = $2::uuid`,
    [user, id],
  )
}

export async function deleteUpload(sql: Sql, { user, id }: UploadName): Promise<void> {
  await sql.query('uploads.delete', 'delete from uploads where user_id = $1::integer and id = $2::uuid', [user, id])
}
