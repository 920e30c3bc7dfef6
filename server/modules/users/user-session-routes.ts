import type { FastifyInstance } from 'fastify'
import type { RecordRef } from '#contract/record.ts'
import { userSessionEndpoints } from '#contract/user-sessions.ts'
import type { Sql } from '#server/db/db.ts'
import { changeRequest } from '#server/http/call.ts'
import { pageAnswer } from '#server/http/page-answer.ts'
import { notFound } from '#server/http/problem.ts'
import { serve } from '#server/http/serve.ts'
import { endSession, endSessionsOf } from '#server/modules/session/end-sessions.ts'
import { listOwnSessions } from '#server/modules/session/own-session-service.ts'
import { findRole } from './user-repository.ts'

/** Throws 404 when there is no such user. */
async function getUserId(sql: Sql, ref: RecordRef): Promise<number> {
  const found = await findRole(sql, ref)
  if (!found) throw notFound()
  return found.id
}

/** Where a user is signed in, and how an administrator ends that. */
export function userSessionRoutes(app: FastifyInstance): void {
  serve(app, userSessionEndpoints.list, async ({ sql, session, now, params, query, url }) => {
    const user = await getUserId(sql, params.id)
    return pageAnswer(url, query, await listOwnSessions(sql, { user, session, now }, query))
  })
  serve(app, userSessionEndpoints.end, async (call) => {
    await endSession(changeRequest(call), await getUserId(call.sql, call.params.id), call.params.session)
    return undefined
  })
  serve(app, userSessionEndpoints.endOfUser, async (call) => {
    await endSessionsOf(changeRequest(call), await getUserId(call.sql, call.params.id), { except: call.session })
    return undefined
  })
}
