import { userSessionEndpoints } from '#contract/session/user-sessions.ts'
import { changeRequest } from '#server/http/call/call.ts'
import { serve } from '#server/http/call/serve.ts'
import { apiRoutes } from '#server/modules/route-parts.ts'
import { endSessionsOf } from './session-end-service.ts'

/** After an incident: ends the sessions of all users, who must sign in again. */
export const endAllRoutes = apiRoutes((app) => {
  serve(app, userSessionEndpoints.endOfAll, async (call) => {
    await endSessionsOf(changeRequest(call), null, { except: call.body.sessions === 'all' ? null : call.session })
    return undefined
  })
})
