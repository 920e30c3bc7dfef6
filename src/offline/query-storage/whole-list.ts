import type { Access } from '#contract/wire/access.ts'
import type { AnyQuery } from '#src/offline/reading/declared-query.ts'
import type { ListQuery } from '#src/offline/reading/list-query.ts'
import { isRefusal } from '#src/offline/reading/reading-state.ts'
import { doubtRights } from '../lost-access.ts'
import { dropStoredList, storedListAge } from './stored-list.ts'

/**
 * A list that is kept to its end, for what a device keeps without being asked. `limit`: rows a page; a page is what is
 * fetched, written and read at once, so it must stay quick. Unless said it is the list's own. `keptFor`: who has any use for
 * it, where that is fewer than may see it (names for a picker that only editors open).
 */
export function wholeList<Row extends object>(
  query: ListQuery<Row>,
  { limit, keptFor }: { limit?: number; keptFor?: Access } = {},
): AnyQuery {
  const { access, parts, queryKey, ready } = query
  const needs = { access, ...(parts && { parts }) }
  return {
    ...needs,
    ...(keptFor && { access: keptFor }),
    queryKey,
    ready,
    keptAt: () => storedListAge(queryKey),
    async keep(how) {
      const { storeList: keepList } = await import('./store-list.ts')
      try {
        return await keepList<Row>({ ...needs, queryKey }, (asked) => query.page(asked, limit), how)
      } catch (error) {
        doubtRights(error, access)
        if (isRefusal(error)) await dropStoredList(queryKey)
        throw error
      }
    },
  }
}
