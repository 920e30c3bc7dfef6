import { expenseFeedEndpoints } from '#contract/expenses/tolls.ts'
import { serve } from '#server/http/call/serve.ts'
import { apiRoutes } from '#server/modules/route-parts.ts'
import { listFeeds } from './feed-service.ts'

export const feedRoutes = apiRoutes((app) => {
  serve(app, expenseFeedEndpoints.list, async ({ sql }) => [...(await listFeeds(sql))])
})
