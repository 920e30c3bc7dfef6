import { databaseName } from '#src/offline/outbox/entry/names.ts'
import { idbRows } from './idb-store.ts'
import { forgetContents } from './sealed-store.ts'

const PREFIX = databaseName('')

/**
 * Forgets the contents of all other users' ended changes, for users who did not sign out on this device themselves.
 * Their unsettled entries stay. Never rejects: a store that can't be opened now can't be read by others either.
 */
export async function forgetEndedOfOthers(user: string): Promise<void> {
  // Some browsers can't list databases. There, contents are forgotten only at sign-out.
  const databases = (await indexedDB.databases?.().catch(() => [])) ?? []
  const others = databases.flatMap(({ name }) => (name?.startsWith(PREFIX) ? [name.slice(PREFIX.length)] : []))
  for (const other of others.filter((one) => one !== user)) {
    const store = idbRows(other)
    await forgetContents(store).catch(() => undefined)
    store.close()
  }
}
