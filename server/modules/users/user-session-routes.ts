import { userSessionEndpoints } from '#contract/session/user-sessions.ts'
import { changeRequest } from '#server/http/call/call.ts'
import { pageAnswer } from '#server/http/call/page-answer.ts'
import { serve } from '#server/http/call/serve.ts'
import { apiRoutes } from '#server/modules/route-parts.ts'
import { listOwnSessions } from '#server/modules/session/own-session-service.ts'
import { endSession } from '#server/modules/session/session-end-service.ts'
import { signOutEverywhere } from './sign-out-everywhere.ts'
import { getUserId } from './user-service.ts'

/** Lists a user's sessions and ends them, for administrators. */
export const userSessionRoutes = apiRoutes((app) => {
  serve(app, userSessionEndpoints.list, async ({ sql, session, now, params, query, url }) => {
    const user = await getUserId(sql, params.id)
    return pageAnswer(url, query, await listOwnSessions(sql, { user, session, now }, query))
  })
  serve(app, userSessionEndpoints.end, async (call) => {
    await endSession(changeRequest(call), await getUserId(call.sql, call.params.id), call.params.session)
    return undefined
  })
  serve(app, userSessionEndpoints.endOfUser, async (call) => {
    await signOutEverywhere(changeRequest(call), await getUserId(call.sql, call.params.id), call.session)
    return undefined
  })
})
