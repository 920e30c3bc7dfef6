import type { Access } from '#contract/wire/access.ts'
import type { Page } from '#contract/wire/page.ts'
import type { AnyQuery } from '#src/offline/reading/declared-query.ts'
import type { ListQuery } from '#src/offline/reading/list-query.ts'
import type { RequiredAccess } from '../required-access.ts'
import type { RowChanges } from './changed-rows.ts'
import type { FetchPage } from './store-list.ts'

/** How a list is stored to its end, and how its changed rows are applied. */
export interface WholeList {
  /** The access that its rows require. */
  readonly needs: RequiredAccess
  readonly fetchPage: FetchPage
  /** The address of the page after `next`; null for the first page. */
  readonly pageAddress: (next: string | null) => string
  /** Checks a stored page. Null when it is invalid. */
  readonly unpack: (page: unknown) => Page<object> | null
  /** How the server's changed rows are applied; null when the server sends none. */
  readonly changes: RowChanges<object> | null
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
  const { access, parts, queryKey, areas, prepare, changes, unpack } = query
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
      // They only ever get pages that `unpack` has checked.
      changes: changes as WholeList['changes'],
    },
  }
}
