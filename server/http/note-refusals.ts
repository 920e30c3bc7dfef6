import type { FastifyInstance, FastifyRequest } from 'fastify'
import { isForbidden } from './problem.ts'
import { requestSource } from './request-source.ts'
import type { Admitted } from './serving.ts'
import { ToldLately } from './told-lately.ts'

/** A session that tries a call again and again is told of once in this time. */
const QUIET_MS = 60 * 60_000
/** So many refusals are remembered, in this process; of more, the oldest is told of again when it comes again. */
const MOST_REMEMBERED = 10_000

/** The call as the contract writes it, so that ids are no calls of their own. */
const callName = ({ method, routeOptions }: FastifyRequest) =>
  `${method} ${(routeOptions.url ?? '').replace(/\/?$/, '/')}`

/** Adds to the security log who lacks the permission for a call: once an hour a session and call. */
export function noteRefusals(app: FastifyInstance): void {
  app.decorateRequest('identified', null)
  const told = new ToldLately(QUIET_MS, MOST_REMEMBERED)
  const note = async (request: FastifyRequest, { user, session }: Admitted) => {
    const { db, clock, note } = app.serving
    const call = callName(request)
    const at = clock()
    if (!told.isNew(`${session} ${call}`, at)) return
    const noted = { kind: 'access_refused', at, actor: user.id, subject: null, detail: { call } } as const
    await note(db, requestSource(request, session), noted)
  }
  app.addHook('onError', async (request, _reply, error) => {
    const { identified } = request
    if (identified === null || !isForbidden(error)) return
    // Refused is refused, whether or not that can be written down.
    await note(request, identified).catch((cause: unknown) => {
      request.log.error({ err: cause }, 'a refusal could not be added to the security log')
    })
  })
}
