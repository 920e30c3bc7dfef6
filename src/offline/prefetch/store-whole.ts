import { type StoreListOptions, storeList } from '#src/offline/query-storage/store-list.ts'
import { dropStoredList } from '#src/offline/query-storage/stored-list.ts'
import type { AnyQuery } from '#src/offline/reading/declared-query.ts'
import { isRefusal } from '#src/offline/reading/reading-state.ts'
import { checkRightsAfterRefusal } from '#src/offline/reading/refused-query.ts'

/**
 * Fetches and stores all pages of a list (`wholeList`). A list that the server refuses is deleted from the device. See
 * `storeList`. Throws an `ApiError`, and the signal's reason.
 */
export async function storeWhole({ queryKey, whole }: AnyQuery, how: StoreListOptions): Promise<boolean> {
  if (whole === undefined) throw new Error('this query is not stored whole')
  const { needs, fetchPage } = whole
  try {
    return await storeList({ ...needs, queryKey }, fetchPage, how)
  } catch (error) {
    await followRefusal({ queryKey, access: needs.access }, error)
    throw error
  }
}

/** After a list could not be fetched: deletes it from the device if the server refuses it. */
export async function followRefusal({ queryKey, access }: Pick<AnyQuery, 'queryKey' | 'access'>, error: unknown) {
  checkRightsAfterRefusal(error, access)
  if (isRefusal(error)) await dropStoredList(queryKey)
}
