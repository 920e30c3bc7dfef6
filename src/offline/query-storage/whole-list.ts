import type { Access } from '#contract/wire/access.ts'
import type { Page } from '#contract/wire/page.ts'
import type { AnyQuery } from '#src/offline/reading/declared-query.ts'
import type { ListQuery } from '#src/offline/reading/list-query.ts'
import type { RequiredAccess } from '../required-access.ts'
import type { FetchPage } from './store-list.ts'

/** How a list is stored to its end, and how its changed rows are applied. */
export interface WholeList {
  /** The access that its rows require. */
  readonly needs: RequiredAccess
  readonly fetchPage: FetchPage
  /** The address of the page after `next`; null for the first page. */
  readonly pageAddress: (next: string | null) => string
  /** Checks a stored page, or changed rows in the form of a page. Null when they are invalid. */
  readonly unpack: (page: unknown) => Page<object> | null
  /** Its sort order. */
  readonly compare: (a: object, b: object) => number
  /** The name under which the server sends its changed rows; null when it does not. */
  readonly syncName: string | null
}

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
  // It only ever gets rows that `unpack` has checked.
  const compare = (rules.compare ?? (() => 0)) as WholeList['compare']
  const needs = { access, ...(parts && { parts }) }
  return {
    ...needs,
    ...(storedFor && { access: storedFor }),
    queryKey,
    areas,
    prepare,
    whole: {
      needs,
      fetchPage: (request) => query.fetchPage(request, limit),
      pageAddress: (next) => query.pageAddress(next, limit),
      unpack,
      compare,
      syncName,
    },
  }
}
