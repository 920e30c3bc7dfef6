import {
  compareDispatchers,
  type Dispatcher,
  type DispatcherWeeks,
  dispatcherEndpoints,
  dispatcherFits,
  dispatcherKind,
} from '#contract/people/dispatchers.ts'
import { searchWords } from '#contract/text/search.ts'
import { administrator } from '#contract/wire/access.ts'
import { kind } from '#contract/wire/record.ts'
import { prefetchList } from '#src/offline/prefetch/prefetch-list.ts'
import { wholeList } from '#src/offline/query-storage/whole-list.ts'
import { type ListQuery, listQuery } from '#src/offline/reading/list-query.ts'
import { DISPATCHER_DEFAULTS, type DispatcherChoice } from './dispatcher-search.ts'

/** Their kinds by name, their whole rows by type. */
const dispatcherRows = kind<Dispatcher>(dispatcherKind.name, dispatcherKind.keyOf)
const weeksKind = kind<DispatcherWeeks>('dispatcher_weeks', ({ id }) => `${id}`)

/** Names are short: the most that a list may have at once. */
const NAMES = 1000

/** Dispatchers in an order, all or those of one status, and those who are looked for. */
export function dispatcherList({ sort, filter, find }: DispatcherChoice): ListQuery<Dispatcher> {
  // However it was typed, the same words are the same question.
  const search = searchWords(find).join(' ')
  const isWhole = sort === DISPATCHER_DEFAULTS.sort && filter === '' && search === ''
  return listQuery({
    key: ['dispatchers', 'list'],
    endpoint: dispatcherEndpoints.list,
    query: { ordering: sort, filter, ...(search !== '' && { search }) },
    areas: ['dispatchers', 'drivers', 'users'],
    kind: dispatcherRows,
    fits: dispatcherFits(filter, search),
    compare: compareDispatchers(sort),
    partOf: isWhole ? null : dispatcherList(DISPATCHER_DEFAULTS),
    isPassing: search !== '',
  })
}

/** What every dispatcher's drivers brought in, by weeks of a range; without one, the eight that ended last. */
export function dispatcherWeeks(range: { readonly from: string; readonly to: string } | null) {
  return listQuery({
    key: ['dispatchers', 'weeks'],
    endpoint: dispatcherEndpoints.weeks,
    query: {
      limit: NAMES,
      ...(range && { gross_revenue_date_after: range.from, gross_revenue_date_before: range.to }),
    },
    areas: ['dispatchers'],
    parts: [administrator],
    kind: weeksKind,
  })
}

/** What a device keeps of the dispatchers without being asked: everyone, and what came in. */
export const dispatchersToKeep = prefetchList(() => [
  wholeList(dispatcherList(DISPATCHER_DEFAULTS)),
  wholeList(dispatcherWeeks(null)),
])
