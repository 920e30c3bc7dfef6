import type { FastifyInstance } from 'fastify'
import { ownSessionEndpoints } from '#contract/own-sessions.ts'
import { pageAnswer } from '#server/http/page-answer.ts'
import { serve } from '#server/http/serve.ts'
import { endOwnSession, listOwnSessions } from './own-session-service.ts'
import { endSessions } from './session-service.ts'

export function ownSessionRoutes(app: FastifyInstance): void {
  serve(app, ownSessionEndpoints.list, async ({ sql, user, session, now, query, url }) =>
    pageAnswer(url, query, await listOwnSessions(sql, { user: user.id, session, now }, query)),
  )
  serve(app, ownSessionEndpoints.end, async ({ sql, user, params, now }) => {
    await endOwnSession(sql, user.id, params.id, now)
    return undefined
  })
  serve(app, ownSessionEndpoints.endOthers, async ({ sql, user, session, now }) => {
    await endSessions(sql, user.id, now, { except: session })
    return undefined
  })
}
