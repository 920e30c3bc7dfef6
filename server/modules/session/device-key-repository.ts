import type { Sql } from '#server/db/db.ts'

/** A session that requests the keys of a device. */
export interface RequestingSession {
  readonly user: number
  readonly session: string
  /** A UUID in lower case. */
  readonly device: string
}

/**
 * Whether the user has ever signed in on the device, and the ids of the secrets that this database was served with.
 * Also assigns the device to the requesting session if the session began before sessions recorded their device.
 */
export async function findKnownDevice(
  sql: Sql,
  { user, session, device }: RequestingSession,
): Promise<{ readonly isKnown: boolean; readonly secrets: readonly string[] }> {
  const [row] = await sql.query<{ is_known: boolean; secrets: readonly string[] }>(
    'device_keys.known_device',
    `with bound as (
       update sessions set device = $3 where id = $2::uuid and user_id = $1::integer and device = '' returning 1)
     select exists (select 1 from bound)
         or exists (select 1 from sessions where user_id = $1::integer and device = $3) as is_known,
       array(select id from token_secrets) as secrets`,
    [user, session, device],
  )
  return { isKnown: row?.is_known ?? false, secrets: row?.secrets ?? [] }
}
