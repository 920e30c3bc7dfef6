import { can } from '#contract/wire/access.ts'
import type { CurrentUser } from '#contract/wire/current-user.ts'
import { accessOf, draftConnection, draftDatabaseName, forgetDrafts } from './draft-database.ts'

/**
 * Deletes the user's drafts of forms that the user may no longer use, including open forms: they contain data that only
 * users of the form may see. Never rejects: a store that can't be opened now is checked again at the next start.
 */
export async function forgetLostDrafts(user: CurrentUser): Promise<void> {
  const userId = String(user.id)
  const connection = draftConnection(userId)
  try {
    if ((await forgetDrafts(userId, connection, (draft) => !can(user, accessOf(draft)))) > 0) notifyBooks(userId)
  } catch {
    // Until then no tab offers these drafts: each `DraftBook` checks permissions itself.
  } finally {
    await connection.close().catch(() => undefined)
  }
}

/** Also reaches this tab's `DraftBook`, because it uses another channel object. */
function notifyBooks(user: string): void {
  const channel = new BroadcastChannel(draftDatabaseName(user))
  channel.postMessage('changed')
  channel.close()
}
