import { duplicateEndpoints } from '#contract/expenses/duplicate-expenses.ts'
import { Answer } from '#server/http/call/answer.ts'
import { pageAnswer } from '#server/http/call/page-answer.ts'
import { serve } from '#server/http/call/serve.ts'
import { apiRoutes } from '#server/modules/route-parts.ts'
import { decideDuplicates, listDuplicates } from './duplicate-service.ts'

export const duplicateRoutes = apiRoutes((app) => {
  serve(app, duplicateEndpoints.list, async ({ sql, query, url }) =>
    pageAnswer(url, query, await listDuplicates(sql, query, query.decided === 'yes')),
  )
  serve(app, duplicateEndpoints.decide, async ({ sql, body, user, now }) => {
    const rows = await decideDuplicates(sql, body, user.id, now)
    return new Answer(`{"results":${rows}}`, {})
  })
})
