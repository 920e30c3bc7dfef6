import { currentFold } from '#src/offline/outbox/outbox.ts'
import { queryClient } from '#src/offline/query-storage/query-client.ts'
import { prefetch } from './declared-query.ts'
import { derivedList } from './derived-list.ts'
import type { ListQuery } from './list-query.ts'
import { loadMore } from './load-more.ts'
import { absenceText } from './reading-state.ts'

/**
 * Every row of a list that is short enough to choose from, with waiting changes laid over, for who needs them once and
 * shows no list: as the device keeps it, else page by page from the server. Throws, with words for the person, when
 * neither has all of it; `what` is in it: "Trucks".
 */
export async function allRows<Row extends object>(list: ListQuery<Row>, what: string): Promise<readonly Row[]> {
  const { kind, rules, queryKey } = list
  await prefetch(list)
  for (;;) {
    const made = await derivedList(list, rules)
    if (made !== null) return currentFold().rows(kind, made.data.rows, rules)
    const before = queryClient.getQueryData(queryKey)
    await loadMore(list).catch((error: unknown) => {
      throw new Error(absenceText(what, error))
    })
    if (queryClient.getQueryData(queryKey) !== before) continue
    throw new Error(absenceText(what, queryClient.getQueryState(queryKey)?.error))
  }
}
