import { attentionEndpoints } from '#contract/maintenance/attention.ts'
import { Answer } from '#server/http/call/answer.ts'
import { serve } from '#server/http/call/serve.ts'
import { apiRoutes } from '#server/modules/route-parts.ts'
import { getAttention } from './attention-service.ts'

export const attentionRoutes = apiRoutes((app) => {
  serve(app, attentionEndpoints.find, async ({ sql, user, now }) => new Answer(await getAttention(sql, user, now), {}))
})
