import { ownSessionEndpoints } from '#contract/session/own-sessions.ts'
import { changeRequest } from '#server/http/call/call.ts'
import { pageAnswer } from '#server/http/call/page-answer.ts'
import { serve } from '#server/http/call/serve.ts'
import { apiRoutes } from '#server/modules/route-parts.ts'
import { listOwnSessions } from './own-session-service.ts'
import { endSession, endSessionsOf } from './session-end-service.ts'

export const ownSessionRoutes = apiRoutes((app) => {
  serve(app, ownSessionEndpoints.list, async ({ sql, user, session, now, query, url }) =>
    pageAnswer(url, query, await listOwnSessions(sql, { user: user.id, session, now }, query)),
  )
  serve(app, ownSessionEndpoints.end, async (call) => {
    await endSession(changeRequest(call), call.user.id, call.params.id)
    return undefined
  })
  serve(app, ownSessionEndpoints.endOthers, async (call) => {
    await endSessionsOf(changeRequest(call), call.user.id, { except: call.session })
    return undefined
  })
})
