import { draftsName, idbDraftStore, isTooOld } from './draft-store.ts'

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

async function forgetOldOf(user: string, now: number): Promise<void> {
  const store = idbDraftStore(user)
  try {
    const old = (await store.all()).filter((draft) => isTooOld(draft, now))
    await Promise.all(old.map(({ id }) => store.remove(id)))
  } finally {
    await store.close()
  }
}
