import { ownershipEndpoints } from '#contract/session/ownership.ts'
import { serve } from '#server/http/call/serve.ts'
import { apiRoutes } from '#server/modules/route-parts.ts'
import { checkOwnPassword } from './own-password-service.ts'

export const ownPasswordRoutes = apiRoutes((app) => {
  // All of it is done before the transaction: a wrong one must count, and a right one is noted.
  serve(app, ownershipEndpoints.confirmPassword, async () => undefined, {
    before: ({ sql, user, session, body, source, now }) =>
      checkOwnPassword(sql, { user: user.id, session, source, now }, body.password),
  })
})
