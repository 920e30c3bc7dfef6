import { currentFold } from '#src/offline/outbox/outbox.ts'
import { queryClient } from '#src/offline/query-storage/query-client.ts'
import { prefetch } from './declared-query.ts'
import { derivedList } from './derived-list.ts'
import type { ListQuery } from './list-query.ts'
import { loadMore } from './load-more.ts'
import { absenceText } from './reading-state.ts'

/**
 * All rows of a list that is short enough to choose from, with the waiting changes applied, for code that needs them
 * once and shows no list. They come from the stored list, or page by page from the server. Throws an error with a
 * user-visible message when neither has all rows. `pluralName`: the rows' name in the plural, "Trucks".
 */
export async function allRows<Row extends object>(list: ListQuery<Row>, pluralName: string): Promise<readonly Row[]> {
  const { kind, rules, queryKey } = list
  await prefetch(list)
  for (;;) {
    const complete = await derivedList(list, rules)
    if (complete !== null) return currentFold().at(complete.asOf).rows(kind, complete.data.rows, rules)
    const before = queryClient.getQueryData(queryKey)
    await loadMore(list).catch((error: unknown) => {
      throw new Error(absenceText(pluralName, error))
    })
    if (queryClient.getQueryData(queryKey) !== before) continue
    throw new Error(absenceText(pluralName, queryClient.getQueryState(queryKey)?.error))
  }
}
