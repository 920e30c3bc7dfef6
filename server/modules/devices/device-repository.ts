import type { Sql } from '#server/db/db.ts'

/** The row of a user's device as JSON text of the contract; null when no entry has come from the device. */
export async function findDevice(sql: Sql, user: number, device: string): Promise<string | null> {
  const [row] = await sql.query<{ text: string }>(
    'devices.find',
    `select json_build_object('highest_seq', highest_seq, 'missing_seqs', missing_seqs)::text as text
     from devices where user_id = $1 and device_id = $2::uuid`,
    [user, device],
  )
  return row?.text ?? null
}

/** Removes sequence numbers from the missing ones. Returns the updated row; null when the device is unknown. */
export async function accountMissing(
  sql: Sql,
  user: number,
  device: string,
  seqs: readonly number[],
): Promise<string | null> {
  const [row] = await sql.query<{ text: string }>(
    'devices.account',
    `update devices set missing_seqs = array(
       select seq from unnest(missing_seqs) as seq where seq <> all($3::bigint[]) order by seq)
     where user_id = $1 and device_id = $2::uuid
     returning json_build_object('highest_seq', highest_seq, 'missing_seqs', missing_seqs)::text as text`,
    [user, device, seqs],
  )
  return row?.text ?? null
}
