import { draftConnection, draftsName, forgetDrafts, isTooOld } from './draft-database.ts'

const PREFIX = draftsName('')

/**
 * Forgets what anybody typed on this device and nobody is offered any more: who never comes back would leave it here for
 * ever. Never rejects: a store that can't be opened now is looked at with the next sign-in.
 */
export async function forgetOldDrafts(now: number): Promise<void> {
  // Some browsers can't list databases; there each person's own go when that person is back.
  const databases = (await indexedDB.databases?.().catch(() => [])) ?? []
  const people = databases.flatMap(({ name }) => (name?.startsWith(PREFIX) ? [name.slice(PREFIX.length)] : []))
  await Promise.all(people.map((user) => forgetOldOf(user, now).catch(() => undefined)))
}

/** Their key is not here, and not needed: when a draft was kept stands beside what is sealed. */
async function forgetOldOf(user: string, now: number): Promise<void> {
  const connection = draftConnection(user)
  try {
    await forgetDrafts(user, connection, (draft) => isTooOld(draft, now))
  } finally {
    await connection.close()
  }
}
