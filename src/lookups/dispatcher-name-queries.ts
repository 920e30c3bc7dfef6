import { type DispatcherOption, dispatcherEndpoints } from '#contract/people/dispatchers.ts'
import { anyOf, edit, viewOrEdit } from '#contract/wire/access.ts'
import { compareNames } from '#contract/wire/people.ts'
import { kind } from '#contract/wire/record.ts'
import { prefetchList } from '#src/offline/prefetch/prefetch-list.ts'
import { wholeList } from '#src/offline/query-storage/whole-list.ts'
import { listQuery } from '#src/offline/reading/list-query.ts'

/** Names only: no waiting change affects them. */
const nameKind = kind<DispatcherOption>('dispatcher_name', ({ id }) => `${id}`)

/** The names of all dispatchers, sorted by name. */
export const dispatcherNames = listQuery({
  key: ['dispatchers', 'names'],
  endpoint: dispatcherEndpoints.miniList,
  isSynced: true,
  query: { limit: 500 },
  areas: ['dispatchers', 'users'],
  kind: nameKind,
  compare: (a, b) => compareNames(a.user, b.user) || a.id - b.id,
})

/**
 * Prefetched for users who work with dispatchers or drivers, and for those who create trucks or trailers, which have a
 * dispatcher.
 */
export const dispatcherNamesToPrefetch = prefetchList(
  () => {
    const storedFor = anyOf(viewOrEdit('dispatchers', 'drivers'), edit('trailers'), edit('trucks'))
    return [wholeList(dispatcherNames, { storedFor })]
  },
  { isFirst: true },
)
