/** What the worker stores of one person: `lists-v2-<user id>`, `photos-v2-<user id>`. */
export const STORED = { lists: 'lists-v2-', photos: 'photos-v2-' } as const

const ANY = /^(?:lists|photos)-v\d+-(.+)$/
const isCurrent = (name: string) => Object.values(STORED).some((prefix) => name.startsWith(prefix))

/** Deletes what earlier versions of the worker have stored in clear, whoever it is about. */
export async function forgetFormer(caches: Pick<CacheStorage, 'keys' | 'delete'>): Promise<void> {
  const former = (await caches.keys()).filter((name) => ANY.test(name) && !isCurrent(name))
  await Promise.all(former.map((name) => caches.delete(name)))
}

/** Deletes what is stored of one person, whatever version of the worker has stored it. */
export async function forgetPerson(
  caches: Pick<CacheStorage, 'keys' | 'delete'>,
  kind: keyof typeof STORED,
  user: string,
): Promise<void> {
  const names = (await caches.keys()).filter((name) => name.startsWith(`${kind}-`) && ANY.exec(name)?.[1] === user)
  await Promise.all(names.map((name) => caches.delete(name)))
}
