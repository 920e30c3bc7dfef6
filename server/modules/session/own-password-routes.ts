import type { FastifyInstance } from 'fastify'
import { ownershipEndpoints } from '#contract/ownership.ts'
import { serve } from '#server/http/serve.ts'
import { checkOwnPassword } from './own-password-service.ts'
import { passwordWasGiven } from './recent-password-service.ts'

export function ownPasswordRoutes(app: FastifyInstance): void {
  serve(
    app,
    ownershipEndpoints.confirmPassword,
    async ({ sql, session, now }) => {
      await passwordWasGiven(sql, session, now)
      return undefined
    },
    {
      before: ({ sql, user, session, body, source, now }) =>
        checkOwnPassword(sql, { user: user.id, session, source, now }, body.password),
    },
  )
}
