import { dispatcherChanges } from '#contract/people/dispatcher-changes.ts'
import { dispatcherEndpoints } from '#contract/people/dispatchers.ts'
import { Answer } from '#server/http/call/answer.ts'
import { changeRequest } from '#server/http/call/call.ts'
import { pageAnswer } from '#server/http/call/page-answer.ts'
import { serve } from '#server/http/call/serve.ts'
import { apiRoutes } from '#server/modules/route-parts.ts'
import { changeDispatcher, getDispatcher, listDispatcherNames, listDispatchers } from './dispatcher-service.ts'

export const dispatcherRoutes = apiRoutes((app) => {
  serve(app, dispatcherEndpoints.list, async ({ sql, query, url }) =>
    pageAnswer(url, query, await listDispatchers(sql, query)),
  )
  serve(app, dispatcherEndpoints.miniList, async ({ sql, query, url }) =>
    pageAnswer(url, query, await listDispatcherNames(sql, query)),
  )
  serve(app, dispatcherEndpoints.find, async ({ sql, params }) => Answer.record(await getDispatcher(sql, params.id)))
  serve(app, dispatcherChanges.update, async (call) =>
    Answer.record(await changeDispatcher(changeRequest(call), call, call.params.id, call.body)),
  )
})
