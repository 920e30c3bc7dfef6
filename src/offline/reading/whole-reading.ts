import type { ReadList } from './use-list.ts'

/**
 * The reading of a list that is needed whole (see `useAllRows`): it loads until its last page is here, and has failed
 * when a page has.
 */
export function wholeReading<Row>(list: ReadList<Row>): ReadList<Row> {
  if (list.state !== 'ready' || !list.hasMore) return list
  const { moreProblem } = list
  return {
    ...list,
    rows: [],
    ...(moreProblem === null ? { state: 'loading' } : { state: 'failed', problem: moreProblem }),
  }
}
