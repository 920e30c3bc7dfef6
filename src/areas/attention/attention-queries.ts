import { attentionEndpoints } from '#contract/maintenance/attention.ts'
import { view } from '#contract/wire/access.ts'
import { prefetchList } from '#src/offline/prefetch/prefetch-list.ts'
import { recordQuery } from '#src/offline/reading/record-query.ts'

/** What needs attention today, in the areas that one may view; a change of any of their records may be a change of it. */
export const attentionToday = recordQuery({
  key: ['attention'],
  endpoint: attentionEndpoints.find,
  areas: ['drivers', 'trucks', 'trailers', 'maintenance'],
  parts: [view('drivers'), view('trucks'), view('trailers'), view('maintenance')],
})

/** What a device keeps of it without being asked. */
export const attentionToKeep = prefetchList(() => [attentionToday])
