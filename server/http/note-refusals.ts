import type { FastifyInstance, FastifyRequest } from 'fastify'
import { isForbidden, isPasswordNeeded, type ReachedLimit, TooManyRequests } from '#server/base/problem.ts'
import { requestSource } from '#server/base/request-source.ts'
import { shouldReport } from '#server/throttle/report-once.ts'
import type { AdmittedUser, RequestSecurityEvent } from './call/serving.ts'
import { RecentLogEntries } from './recent-log-entries.ts'

/** The same refused call of the same session is logged once in this time. */
const QUIET_MS = 60 * 60_000
/** For the same reached limit, the database is queried at most once in this time whether to log it. */
const RECHECK_MS = 60_000
/** How many refusals this process remembers. Beyond that, the oldest is forgotten and would be logged again. */
const MAX_REMEMBERED = 10_000

/** The method and path of a call as the contract declares them: with parameter names instead of ids. */
const callName = ({ method, routeOptions }: FastifyRequest) =>
  `${method} ${(routeOptions.url ?? '').replace(/\/?$/, '/')}`

/** The kind of security event for a missing permission or password; null for any other refusal. */
function refusalKind(error: unknown): RequestSecurityEvent['kind'] | null {
  if (isPasswordNeeded(error)) return 'password_needed'
  return isForbidden(error) ? 'access_refused' : null
}

/**
 * Adds refusals to the security log: a missing permission or password once an hour for each session and call, a reached
 * limit once in 15 minutes for each bucket.
 */
export function noteRefusals(app: FastifyInstance): void {
  app.decorateRequest('identified', null)
  const forbiddenCalls = new RecentLogEntries(QUIET_MS, MAX_REMEMBERED)
  const reachedLimits = new RecentLogEntries(RECHECK_MS, MAX_REMEMBERED)
  const addEvent = async (request: FastifyRequest, event: Pick<RequestSecurityEvent, 'kind' | 'detail'>) => {
    const { db, clock, addSecurityEvent } = app.serving
    const { identified } = request
    const source = requestSource(request, identified?.session ?? null)
    await addSecurityEvent(db, source, { ...event, at: clock(), actor: identified?.user.id ?? null, subject: null })
  }
  const noteForbidden = async (
    request: FastifyRequest,
    { session }: AdmittedUser,
    kind: RequestSecurityEvent['kind'],
  ) => {
    const call = callName(request)
    if (!forbiddenCalls.isDue(`${session} ${kind} ${call}`, app.serving.clock())) return
    await addEvent(request, { kind, detail: { call } })
  }
  const noteReached = async (request: FastifyRequest, reached: ReachedLimit) => {
    const { db, clock } = app.serving
    const { limit, bucket } = reached
    if (!reachedLimits.isDue(`${limit} ${bucket}`, clock()) || !(await shouldReport(db, reached, clock()))) return
    await addEvent(request, { kind: 'throttled', detail: { limit } })
  }
  const noteRefusal = async (request: FastifyRequest, error: unknown) => {
    const { identified } = request
    const kind = refusalKind(error)
    if (identified !== null && kind !== null) await noteForbidden(request, identified, kind)
    if (error instanceof TooManyRequests && error.reached !== null) await noteReached(request, error.reached)
  }
  app.addHook('onError', async (request, _reply, error) => {
    // The refusal itself must not depend on the security log.
    await noteRefusal(request, error).catch((cause: unknown) => {
      request.log.error({ err: cause }, 'a refusal could not be added to the security log')
    })
  })
}
