import { type DispatcherToPick, dispatcherEndpoints } from '#contract/people/dispatchers.ts'
import { anyOf, edit, viewOrEdit } from '#contract/wire/access.ts'
import { compareNames } from '#contract/wire/people.ts'
import { kind } from '#contract/wire/record.ts'
import { prefetchList } from '#src/offline/prefetch/prefetch-list.ts'
import { wholeList } from '#src/offline/query-storage/whole-list.ts'
import { listQuery } from '#src/offline/reading/list-query.ts'

/** No change that waits is laid over these: they are names. */
const nameKind = kind<DispatcherToPick>('dispatcher_name', ({ id }) => `${id}`)

/** All dispatchers, by name. */
export const dispatcherNames = listQuery({
  key: ['dispatchers', 'names'],
  endpoint: dispatcherEndpoints.miniList,
  query: { limit: 500 },
  areas: ['dispatchers', 'users'],
  kind: nameKind,
  compare: (a, b) => compareNames(a.user, b.user) || a.id - b.id,
})

/** What a device keeps of them without being asked: also for whoever makes trucks or trailers, which one of them leads. */
export const dispatcherNamesToKeep = prefetchList(() => {
  const keptFor = anyOf(viewOrEdit('dispatchers', 'drivers'), edit('trailers'), edit('trucks'))
  return [wholeList(dispatcherNames, { keptFor })]
})
