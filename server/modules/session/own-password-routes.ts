import { ownershipEndpoints } from '#contract/session/ownership.ts'
import { serve } from '#server/http/call/serve.ts'
import { apiRoutes } from '#server/modules/route-parts.ts'
import { checkOwnPassword } from './own-password-service.ts'

export const ownPasswordRoutes = apiRoutes((app) => {
  // Everything runs before the transaction: a wrong password must count, and a correct one is recorded.
  serve(app, ownershipEndpoints.confirmPassword, async () => undefined, {
    before: ({ sql, user, session, body, source, now }) =>
      checkOwnPassword(sql, { user: user.id, session, source, now }, body.password),
  })
})
