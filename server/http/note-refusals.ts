import type { FastifyInstance, FastifyRequest } from 'fastify'
import { isForbidden, isPasswordNeeded, type Reached, TooMany } from '#server/base/problem.ts'
import { requestSource } from '#server/base/request-source.ts'
import { isToBeTold } from '#server/throttle/told-once.ts'
import type { Admitted, Noted } from './call/serving.ts'
import { ToldLately } from './told-lately.ts'

/** A session that tries a call again and again is told of once in this time. */
const QUIET_MS = 60 * 60_000
/** Of one limit that is reached again and again the database is asked once in this time whether that is to be told. */
const UNASKED_MS = 60_000
/** So many refusals are remembered, in this process; of more, the oldest is told of again when it comes again. */
const MAX_REMEMBERED = 10_000

/** The call as the contract writes it, so that ids are no calls of their own. */
const callName = ({ method, routeOptions }: FastifyRequest) =>
  `${method} ${(routeOptions.url ?? '').replace(/\/?$/, '/')}`

/** What the log calls a refusal for what the session lacks; null for any other. */
function kindOf(error: unknown): Noted['kind'] | null {
  if (isPasswordNeeded(error)) return 'password_needed'
  return isForbidden(error) ? 'access_refused' : null
}

/**
 * Adds to the security log who lacks the permission for a call, or the password, once an hour a session and call; and who
 * reaches a limit, once a bucket in a quarter of an hour.
 */
export function noteRefusals(app: FastifyInstance): void {
  app.decorateRequest('identified', null)
  const forbidden = new ToldLately(QUIET_MS, MAX_REMEMBERED)
  const full = new ToldLately(UNASKED_MS, MAX_REMEMBERED)
  const note = async (request: FastifyRequest, noted: Pick<Noted, 'kind' | 'detail'>) => {
    const { db, clock, note } = app.serving
    const { identified } = request
    const source = requestSource(request, identified?.session ?? null)
    await note(db, source, { ...noted, at: clock(), actor: identified?.user.id ?? null, subject: null })
  }
  const noteForbidden = async (request: FastifyRequest, { session }: Admitted, kind: Noted['kind']) => {
    const call = callName(request)
    if (!forbidden.isNew(`${session} ${kind} ${call}`, app.serving.clock())) return
    await note(request, { kind, detail: { call } })
  }
  const noteReached = async (request: FastifyRequest, reached: Reached) => {
    const { db, clock } = app.serving
    const { limit, bucket } = reached
    if (!full.isNew(`${limit} ${bucket}`, clock()) || !(await isToBeTold(db, reached, clock()))) return
    await note(request, { kind: 'throttled', detail: { limit } })
  }
  const noteRefusal = async (request: FastifyRequest, error: unknown) => {
    const { identified } = request
    const lacking = kindOf(error)
    if (identified !== null && lacking !== null) await noteForbidden(request, identified, lacking)
    if (error instanceof TooMany && error.reached !== null) await noteReached(request, error.reached)
  }
  app.addHook('onError', async (request, _reply, error) => {
    // Refused is refused, whether or not that can be written down.
    await noteRefusal(request, error).catch((cause: unknown) => {
      request.log.error({ err: cause }, 'a refusal could not be added to the security log')
    })
  })
}
