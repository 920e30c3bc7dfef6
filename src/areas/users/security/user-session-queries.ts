import { userSessionEndpoints } from '#contract/session/user-sessions.ts'
import { call } from '#src/api/call.ts'
import { newUuid } from '#src/offline/outbox/entry/uuid-v7.ts'
import { recordQuery } from '#src/offline/reading/record-query.ts'
import { refetchAfterCall } from '#src/offline/refetch-after-call.ts'
import { SESSIONS_SHOWN } from '../user-queries.ts'

/** The sessions of a user. */
export const userSessions = (user: number) =>
  recordQuery({
    key: ['user_sessions'],
    endpoint: userSessionEndpoints.list,
    params: { id: user },
    query: { limit: SESSIONS_SHOWN },
    areas: ['sessions'],
  })

/** Ends one session of a user. Throws an `ApiError`. */
export async function endUserSession(user: number, session: string): Promise<void> {
  const headers = { 'idempotency-key': `"${newUuid()}"` }
  await call(userSessionEndpoints.end, { params: { id: user, session }, headers })
  await refetchAfterCall(['sessions', 'security'])
}
