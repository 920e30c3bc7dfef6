import type { Sql } from '#server/db/db.ts'

/** A person's upload by the name that the device gave it. */
export interface UploadName {
  readonly user: number
  readonly id: string
}

export interface Upload {
  readonly length: number
  readonly received: number
  /** The names of its bytes in the files store, in order; none once it is used. */
  readonly parts: readonly string[]
  /** Of the file that is, or will be, made of it. */
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

/** The same, locked until the transaction ends: of two changes that would use it one waits for the other. */
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

/** Begins an upload with its first part; false when somebody else has begun it meanwhile. */
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

/** Adds a part where the upload stands; false when it stands elsewhere by now. */
export async function extendUpload(sql: Sql, { user, id }: UploadName, part: NewPart): Promise<boolean> {
  const rows = await sql.query(
    'uploads.extend',
    `update uploads set received = received + $4::integer, parts = parts || $5::text, touched_at = $6::timestamptz
     where user_id = $1::integer and id = $2::uuid and received = $3::integer and not is_used returning 1`,
    [user, id, part.offset, part.bytes, part.name, part.now.toISOString()],
  )
  return rows.length > 0
}

/** How many other uploads a person has begun that no change has used yet, and how many bytes they were announced with. */
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

export async function noteUse(sql: Sql, { user, id }: UploadName, now: Date): Promise<void> {
  await sql.query(
    'uploads.use',
    `update uploads set is_used = true, touched_at = $3::timestamptz
     where user_id = $1::integer and id = $2::uuid`,
    [user, id, now.toISOString()],
  )
}

/** Forgets an upload that nothing was made of; false when something was by now, or it has been begun anew. */
export async function forgetUpload(sql: Sql, { user, id }: UploadName, { file_id }: Upload): Promise<boolean> {
  const rows = await sql.query(
    'uploads.forget',
    `delete from uploads where user_id = $1::integer and id = $2::uuid and file_id = $3::uuid and not is_used
     returning 1`,
    [user, id, file_id],
  )
  return rows.length > 0
}

export interface Spent extends UploadName {
  readonly file_id: string
  /** Nobody goes on with it. Else a file was made of it, and only its parts are of no more use. */
  readonly is_expired: boolean
  /** A record's file was made of it, and is there. */
  readonly is_named: boolean
}

/** The last touch of an upload that is of no more use: of one that a change has used, and of one that none has. */
export interface Expiry {
  readonly used: Date
  readonly unused: Date
}
const beforeOf = ({ used, unused }: Expiry) => [used.toISOString(), unused.toISOString()]

/** Nobody has touched it since `$1`, or `$2` while nothing has used it; or its person is gone. */
const IS_EXPIRED = `(touched_at < case when is_used then $1::timestamptz else $2::timestamptz end or not exists (select 1 from users where users.id = uploads.user_id))`
const SPENT = `
  select user_id as "user", id, file_id, ${IS_EXPIRED} as is_expired,
    exists (select 1 from files where files.id = uploads.file_id) as is_named
  from uploads where (${IS_EXPIRED} or (is_used and parts <> '{}'))`

/** Uploads whose parts are of no more use: a file was made of them, nobody has touched them since `before`, or ever will. */
export function findSpent(sql: Sql, before: Expiry): Promise<Spent[]> {
  return sql.query('uploads.spent', `${SPENT} limit 1000`, beforeOf(before))
}

/** One of them, locked; null when it is none any more, or somebody else has it locked. */
export async function lockSpent(sql: Sql, { user, id }: UploadName, before: Expiry): Promise<Spent | null> {
  const [locked] = await sql.query(
    'uploads.lock_or_skip',
    'select 1 from uploads where user_id = $1::integer and id = $2::uuid for update skip locked',
    [user, id],
  )
  if (!locked) return null
  // Only then: of a change that ended while the row was being locked, the file that it made would not be seen.
  const [row] = await sql.query<Spent>('uploads.one_spent', `${SPENT} and user_id = $3::integer and id = $4::uuid`, [
    ...beforeOf(before),
    user,
    id,
  ])
  return row ?? null
}

export async function forgetParts(sql: Sql, { user, id }: UploadName): Promise<void> {
  await sql.query(
    'uploads.forget_parts',
    `update uploads set parts = '{}' where user_id = $1::integer and id = $2::uuid`,
    [user, id],
  )
}

export async function deleteUpload(sql: Sql, { user, id }: UploadName): Promise<void> {
  await sql.query('uploads.delete', 'delete from uploads where user_id = $1::integer and id = $2::uuid', [user, id])
}
