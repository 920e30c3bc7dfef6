import { syncEndpoints } from '#contract/wire/sync.ts'
import { Answer } from '#server/http/call/answer.ts'
import { serve } from '#server/http/call/serve.ts'
import { apiRoutes } from '#server/modules/route-parts.ts'
import { findChanges } from './sync-service.ts'

export const syncRoutes = apiRoutes((app) => {
  serve(
    app,
    syncEndpoints.changes,
    async ({ sql, user, query, now }) => new Answer(await findChanges(sql, { ...query, user, now }), {}),
  )
})
