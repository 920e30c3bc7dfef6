import { draftConnection, draftDatabaseName, forgetDrafts, isTooOld } from './draft-database.ts'

const PREFIX = draftDatabaseName('')

/**
 * Deletes expired drafts of all users of this device: those of a user who never returns would stay forever. Never
 * rejects: a store that can't be opened now is checked again at the next sign-in.
 */
export async function forgetOldDrafts(now: number): Promise<void> {
  // In browsers that can't list databases, a user's expired drafts are deleted when that user returns.
  const databases = (await indexedDB.databases?.().catch(() => [])) ?? []
  const userIds = databases.flatMap(({ name }) => (name?.startsWith(PREFIX) ? [name.slice(PREFIX.length)] : []))
  await Promise.all(userIds.map((user) => forgetOldDraftsOf(user, now).catch(() => undefined)))
}

/** Needs no key: the time of a draft is not encrypted. */
async function forgetOldDraftsOf(user: string, now: number): Promise<void> {
  const connection = draftConnection(user)
  try {
    await forgetDrafts(user, connection, (draft) => isTooOld(draft, now))
  } finally {
    await connection.close()
  }
}
