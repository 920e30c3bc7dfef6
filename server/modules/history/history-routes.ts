import { HISTORY_ACCESS, type HistoryArea } from '#contract/wire/access.ts'
import { historyEndpoints } from '#contract/wire/history.ts'
import { pageAnswer } from '#server/http/call/page-answer.ts'
import { serve } from '#server/http/call/serve.ts'
import { apiRoutes } from '#server/modules/route-parts.ts'
import { listHistory } from './history-service.ts'

export const historyRoutes = apiRoutes((app) => {
  for (const area of Object.keys(HISTORY_ACCESS) as HistoryArea[]) {
    serve(app, historyEndpoints[area], async ({ sql, params, query, url }) =>
      pageAnswer(url, query, await listHistory(sql, area, params.id, query)),
    )
  }
})
