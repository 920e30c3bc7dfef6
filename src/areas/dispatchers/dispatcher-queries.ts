import { dispatcherKind } from '#contract/people/dispatcher-choices.ts'
import {
  compareDispatchers,
  type Dispatcher,
  type DispatcherWeeks,
  dispatcherEndpoints,
  dispatcherFits,
} from '#contract/people/dispatchers.ts'
import { searchWords } from '#contract/text/search.ts'
import { administrator } from '#contract/wire/access.ts'
import { kind } from '#contract/wire/record.ts'
import { prefetchList } from '#src/offline/prefetch/prefetch-list.ts'
import { wholeList } from '#src/offline/query-storage/whole-list.ts'
import { type ListQuery, listQuery } from '#src/offline/reading/list-query.ts'
import { DISPATCHER_DEFAULTS, type DispatcherChoice } from './dispatcher-search.ts'

/** The record kinds, with the full row types. */
const dispatcherRows = kind<Dispatcher>(dispatcherKind.name, dispatcherKind.keyOf)
const weeksKind = kind<DispatcherWeeks>('dispatcher_weeks', ({ id }) => `${id}`)

/** The page size: the largest that a list may have, because names are short. */
const NAMES = 1000

/** The dispatchers in a sort order, by status and search. */
export function dispatcherList({ sort, filter, find }: DispatcherChoice): ListQuery<Dispatcher> {
  // The same words are the same query, however they were typed.
  const search = searchWords(find).join(' ')
  const isWhole = sort === DISPATCHER_DEFAULTS.sort && filter === '' && search === ''
  return listQuery({
    key: ['dispatchers', 'list'],
    endpoint: dispatcherEndpoints.list,
    isSynced: true,
    query: { ordering: sort, filter, ...(search !== '' && { search }) },
    areas: ['dispatchers', 'drivers', 'users'],
    kind: dispatcherRows,
    fits: dispatcherFits(filter, search),
    compare: compareDispatchers(sort),
    partOf: isWhole ? null : dispatcherList(DISPATCHER_DEFAULTS),
    isTransient: search !== '',
  })
}

/**
 * The revenue of every dispatcher's drivers, by weeks of a range; without a range, of the latest eight complete weeks.
 */
export function dispatcherWeeks(range: { readonly from: string; readonly to: string } | null) {
  return listQuery({
    key: ['dispatchers', 'weeks'],
    endpoint: dispatcherEndpoints.weeks,
    query: {
      limit: NAMES,
      ...(range && { gross_revenue_date_after: range.from, gross_revenue_date_before: range.to }),
    },
    areas: ['dispatchers', 'figures'],
    parts: [administrator],
    kind: weeksKind,
  })
}

/** Prefetched: all dispatchers and their revenue. */
export const dispatchersToPrefetch = prefetchList(() => [
  wholeList(dispatcherList(DISPATCHER_DEFAULTS)),
  wholeList(dispatcherWeeks(null)),
])
