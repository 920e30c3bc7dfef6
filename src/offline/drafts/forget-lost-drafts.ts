import { can } from '#contract/wire/access.ts'
import type { CurrentUser } from '#contract/wire/current-user.ts'
import { accessOf, draftConnection, draftsName, forgetDrafts } from './draft-database.ts'

/**
 * Takes off this device what the person has typed into forms that they may not use any more, open ones included: it holds
 * what only those may see who can use the form. Never rejects: a store that can't be opened now is looked at with the
 * next start.
 */
export async function forgetLostDrafts(user: CurrentUser): Promise<void> {
  const person = String(user.id)
  const connection = draftConnection(person)
  try {
    if ((await forgetDrafts(person, connection, (draft) => !can(user, accessOf(draft)))) > 0) tellBooks(person)
  } catch {
    // Nothing of it is offered meanwhile: each book judges what it finds.
  } finally {
    await connection.close().catch(() => undefined)
  }
}

/** This tab's book hears it too: the channel is another one. */
function tellBooks(user: string): void {
  const channel = new BroadcastChannel(draftsName(user))
  channel.postMessage('changed')
  channel.close()
}
