import { attention } from '#contract/maintenance/attention.ts'
import { type Area, can, view } from '#contract/wire/access.ts'
import type { Sql } from '#server/db/db.ts'
import { getAttention } from '#server/modules/attention/attention-service.ts'
import { activeUser } from '#server/modules/session/session-service.ts'
import type { Message } from '#server/providers/mail/mail.ts'
import { chicagoDay } from '#server/records/calendar.ts'
import { digestMail } from './digest-words.ts'

/**
 * The digest from current data, limited to what its reader may currently view; null if the reader is inactive or
 * nothing needs attention.
 */
export async function createDigest(sql: Sql, reader: number, address: string, now: Date): Promise<Message | null> {
  const user = await activeUser(sql, reader)
  if (user === null) return null
  const needsAttention = attention.parse(JSON.parse(await getAttention(sql, user, now)))
  if (needsAttention.total === 0) return null
  const canView = (area: Area) => can(user, view(area))
  return digestMail({ to: user, attention: needsAttention, today: chicagoDay(now), address, canView })
}
