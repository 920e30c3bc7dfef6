import { compareDuplicates, duplicateEndpoints, duplicateKind } from '#contract/expenses/duplicate-expenses.ts'
import { prefetchList } from '#src/offline/prefetch/prefetch-list.ts'
import { wholeList } from '#src/offline/query-storage/whole-list.ts'
import { listQuery } from '#src/offline/reading/list-query.ts'

/** The page size. There may be thousands after an upgrade; pages of fifty would need a hundred steps. */
export const DUPLICATES_PAGE = 250

/** Expenses that seem to be in the books twice: those that are still open, or those that are decided. */
const duplicateList = (decided: 'yes' | 'no') =>
  listQuery({
    key: ['imports', 'duplicates', decided],
    endpoint: duplicateEndpoints.list,
    query: { decided, limit: DUPLICATES_PAGE },
    areas: ['imports', 'users'],
    kind: duplicateKind,
    fits: ({ state }) => (state === 'open') === (decided === 'no'),
    compare: compareDuplicates,
    newFirst: true,
  })
export const openDuplicates = duplicateList('no')
export const decidedDuplicates = duplicateList('yes')

/** Prefetched for administrators. */
export const duplicatesToPrefetch = prefetchList(() => [wholeList(openDuplicates), wholeList(decidedDuplicates)])
