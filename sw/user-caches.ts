import { CACHE_PREFIXES } from '../src/seal/sealed-caches.ts'

const ANY = /^(?:lists|photos)-v\d+-(.+)$/
const isCurrent = (name: string) => Object.values(CACHE_PREFIXES).some((prefix) => name.startsWith(prefix))

/** Deletes the unencrypted caches of earlier worker versions, for all users. */
export async function deleteFormerCaches(caches: Pick<CacheStorage, 'keys' | 'delete'>): Promise<void> {
  const former = (await caches.keys()).filter((name) => ANY.test(name) && !isCurrent(name))
  await Promise.all(former.map((name) => caches.delete(name)))
}

/** Deletes one user's caches of a kind, from all worker versions. */
export async function deleteUserCaches(
  caches: Pick<CacheStorage, 'keys' | 'delete'>,
  kind: keyof typeof CACHE_PREFIXES,
  user: string,
): Promise<void> {
  const names = (await caches.keys()).filter((name) => name.startsWith(`${kind}-`) && ANY.exec(name)?.[1] === user)
  await Promise.all(names.map((name) => caches.delete(name)))
}
