import { attentionEndpoints } from '#contract/maintenance/attention.ts'
import { view } from '#contract/wire/access.ts'
import { prefetchList } from '#src/offline/prefetch/prefetch-list.ts'
import { recordQuery } from '#src/offline/reading/record-query.ts'

/** What needs attention today in the areas that the user may view. A change of any record in them can change it. */
export const attentionToday = recordQuery({
  key: ['attention'],
  endpoint: attentionEndpoints.find,
  areas: ['drivers', 'trucks', 'trailers', 'maintenance'],
  parts: [view('drivers'), view('trucks'), view('trailers'), view('maintenance')],
})

/** Prefetched for every user. */
export const attentionToPrefetch = prefetchList(() => [attentionToday], { isFirst: true })
