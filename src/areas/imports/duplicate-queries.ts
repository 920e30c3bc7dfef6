import { compareDuplicates, duplicateEndpoints, duplicateKind } from '#contract/expenses/duplicate-expenses.ts'
import { prefetchList } from '#src/offline/prefetch/prefetch-list.ts'
import { wholeList } from '#src/offline/query-storage/whole-list.ts'
import { listQuery } from '#src/offline/reading/list-query.ts'

/** Thousands may be there after an upgrade: fifty at a time would be a hundred rounds. */
export const DUPLICATES_PAGE = 250

/** Expenses that look as if they were in the books twice: those that are still asked of a person, or those that are decided. */
const duplicateList = (decided: 'yes' | 'no') =>
  listQuery({
    key: ['imports', 'duplicates', decided],
    endpoint: duplicateEndpoints.list,
    query: { decided, limit: DUPLICATES_PAGE },
    kind: duplicateKind,
    fits: ({ state }) => (state === 'open') === (decided === 'no'),
    compare: compareDuplicates,
    newFirst: true,
  })
export const openDuplicates = duplicateList('no')
export const decidedDuplicates = duplicateList('yes')

/** What an administrator's device keeps of them without being asked. */
export const duplicatesToKeep = prefetchList(() => [wholeList(openDuplicates), wholeList(decidedDuplicates)])
