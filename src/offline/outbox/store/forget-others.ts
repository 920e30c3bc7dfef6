import { databaseName } from '#src/offline/outbox/entry/names.ts'
import { idbRows } from './idb-store.ts'
import { forgetContents } from './sealed-store.ts'

const PREFIX = databaseName('')

/**
 * Forgets what the settled changes of everybody but `user` said, for those who did not sign out here themselves. What
 * waits stays for its person. Never rejects: a store that can't be opened now can't be read by anybody now.
 */
export async function forgetDoneOfOthers(user: string): Promise<void> {
  // Some browsers can't list databases; there only signing out forgets.
  const databases = (await indexedDB.databases?.().catch(() => [])) ?? []
  const others = databases.flatMap(({ name }) => (name?.startsWith(PREFIX) ? [name.slice(PREFIX.length)] : []))
  for (const other of others.filter((one) => one !== user)) {
    const store = idbRows(other)
    await forgetContents(store).catch(() => undefined)
    store.close()
  }
}
