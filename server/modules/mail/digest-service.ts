import { attention } from '#contract/maintenance/attention.ts'
import { type Area, can, view } from '#contract/wire/access.ts'
import type { Sql } from '#server/db/db.ts'
import { getAttention } from '#server/modules/attention/attention-service.ts'
import { activeUser } from '#server/modules/session/session-service.ts'
import type { Message } from '#server/providers/mail/mail.ts'
import { chicagoDay } from '#server/records/calendar.ts'
import { digestMail } from './digest-words.ts'

/**
 * The digest as it is true now, by what its reader may view now; null for who is inactive, or has nothing that needs attention.
 */
export async function makeDigest(sql: Sql, reader: number, address: string, now: Date): Promise<Message | null> {
  const user = await activeUser(sql, reader)
  if (user === null) return null
  const told = attention.parse(JSON.parse(await getAttention(sql, user, now)))
  if (told.total === 0) return null
  const sees = (area: Area) => can(user, view(area))
  return digestMail({ to: user, attention: told, today: chicagoDay(now), address, sees })
}
