import { MAX_MISSING } from '#contract/wire/devices.ts'
import type { Sql } from '#server/db/db.ts'
import type { Device } from './change-headers.ts'

/** Up to which number a device had come that is known no more; nothing is missing up to there. */
const FORGOTTEN = `coalesce(
    (select highest_seq from forgotten_devices where user_id = $1::integer and device_id = $2::uuid), 0)`

/**
 * Notes the number of a device's change: the highest so far, and which up to it were not made. Numbers may come out of
 * order (changes of different records overtake one another), so a missing one that is made is taken off again.
 */
const noting = ({ isMade }: { readonly isMade: boolean }) => {
  // The last that is missing: of a refused change its own number.
  const last = isMade ? '($3::bigint - 1)' : '$3::bigint'
  const first = `${last} - ${MAX_MISSING - 1}`
  return `
  insert into devices as d (user_id, device_id, highest_seq, missing_seqs, last_seen_at)
  select $1::integer, $2::uuid, greatest($3::bigint, ${FORGOTTEN}),
    array(select generate_series(greatest(1, ${first}, ${FORGOTTEN} + 1), ${last})), $4::timestamptz
  where $2::uuid is not null and $3::bigint is not null
  on conflict (user_id, device_id) do update set
    highest_seq = greatest(d.highest_seq, excluded.highest_seq),
    missing_seqs = case
      when excluded.highest_seq <= d.highest_seq
        then ${isMade ? 'array_remove(d.missing_seqs, excluded.highest_seq)' : 'd.missing_seqs'}
      else array(select seq from (
          select seq from unnest(d.missing_seqs || array(select generate_series(
            greatest(d.highest_seq + 1, ${first}), ${last}))) as seq
          order by seq desc limit ${MAX_MISSING}) newest
        order by seq) end,
    last_seen_at = excluded.last_seen_at`
}

export const NOTE_DEVICE = noting({ isMade: true })
/** Of a change that was refused: it is missed until it is made in other words, or its device says that it will not be. */
export const NOTE_REFUSED = noting({ isMade: false })

/** Notes a device's number beside a change that has no `Idempotency-Key`. */
export async function noteDevice(sql: Sql, user: number, device: Device | null, now: Date): Promise<void> {
  if (device?.seq == null) return
  await sql.query('device.note', NOTE_DEVICE, [user, device.id, device.seq, now.toISOString()])
}
