import type { Access } from '#contract/wire/access.ts'
import type { AnyQuery } from '#src/offline/reading/declared-query.ts'
import type { ListQuery } from '#src/offline/reading/list-query.ts'
import { isRefusal } from '#src/offline/reading/reading-state.ts'
import { checkRightsAfterRefusal } from '../lost-access.ts'
import { dropStoredList, storedListAge } from './stored-list.ts'

/**
 * A list to store whole, for the prefetch set. `limit`: rows per page, by default the list's own. A page is fetched,
 * written and read in one step, so it must stay small. `storedFor`: the users who need the list, if these are fewer
 * than may see it (names for a picker that only editors open).
 */
export function wholeList<Row extends object>(
  query: ListQuery<Row>,
  { limit, storedFor }: { limit?: number; storedFor?: Access } = {},
): AnyQuery {
  const { access, parts, queryKey, areas, prepare, syncName, unpack, rules } = query
  const needs = { access, ...(parts && { parts }) }
  return {
    ...needs,
    ...(storedFor && { access: storedFor }),
    queryKey,
    areas,
    prepare,
    storedAt: () => storedListAge(queryKey),
    ...(syncName !== null && {
      sync: {
        name: syncName,
        // Loaded on demand: the first screen does not need it.
        async copy() {
          const { syncedCopy } = await import('./synced-copy.ts')
          return syncedCopy({ ...needs, queryKey, rows: { unpack, compare: rules.compare } })
        },
      },
    }),
    async store(how) {
      const { storeList } = await import('./store-list.ts')
      try {
        return await storeList<Row>({ ...needs, queryKey }, (request) => query.fetchPage(request, limit), how)
      } catch (error) {
        checkRightsAfterRefusal(error, access)
        if (isRefusal(error)) await dropStoredList(queryKey)
        throw error
      }
    },
  }
}
