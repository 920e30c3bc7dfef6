import { MAX_MISSING } from '#contract/wire/devices.ts'
import type { Sql } from '#server/db/db.ts'
import type { Device } from './change-headers.ts'

/**
 * The highest sequence number of a device whose row has expired; 0 for other devices. Nothing up to it counts as
 * missing.
 */
const FORGOTTEN_SEQ = `coalesce(
    (select highest_seq from forgotten_devices where user_id = $1::integer and device_id = $2::uuid), 0)`

/**
 * SQL that records the sequence number of a device's change: the highest so far, and the missing numbers below it.
 * Changes of different records can overtake each other, so a missing number is removed again when its change is made.
 */
const noteSeqSql = ({ isMade }: { readonly isMade: boolean }) => {
  // The last missing number. A refused change counts as missing itself.
  const last = isMade ? '($3::bigint - 1)' : '$3::bigint'
  const first = `${last} - ${MAX_MISSING - 1}`
  return `
  insert into devices as d (user_id, device_id, highest_seq, missing_seqs, last_seen_at)
  select $1::integer, $2::uuid, greatest($3::bigint, ${FORGOTTEN_SEQ}),
    array(select generate_series(greatest(1, ${first}, ${FORGOTTEN_SEQ} + 1), ${last})), $4::timestamptz
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

export const NOTE_DEVICE = noteSeqSql({ isMade: true })
/** For a refused change: its number stays missing until the change is made after all, or the device gives it up. */
export const NOTE_REFUSED = noteSeqSql({ isMade: false })

/** Records the sequence number of a change without an `Idempotency-Key`. Does nothing without a sequence number. */
export async function noteDeviceSeq(sql: Sql, user: number, device: Device | null, now: Date): Promise<void> {
  if (device?.seq == null) return
  await sql.query('device.note', NOTE_DEVICE, [user, device.id, device.seq, now.toISOString()])
}
