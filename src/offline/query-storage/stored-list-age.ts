import type { QueryKey } from '@tanstack/react-query'
import { currentPersister } from './query-persister.ts'
import { headHash, pageHashes, readCopy } from './stored-copy.ts'

/**
 * When the server sent the oldest page of the complete copy, in milliseconds since 1970. Null when there is none, or
 * when one of its pages was evicted.
 */
export async function storedListAge(queryKey: QueryKey): Promise<number | null> {
  const whole = await readCopy(headHash(queryKey))
  if (whole === null) return null
  const ages = (await currentPersister()?.agesOf(pageHashes(queryKey, whole))) ?? [null]
  return ages.every((age) => age !== null) ? whole.asOf : null
}
