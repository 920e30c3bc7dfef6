import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { can } from '#contract/wire/access.ts'
import { type EndpointShape, isChange, type ReplyOf } from '#contract/wire/endpoint.ts'
import { readsAnswer } from '#contract/wire/receipt.ts'
import { busy, forbidden, notSignedIn, tokenRefused } from '#server/base/problem.ts'
import type { Sql } from '#server/db/db.ts'
import { FormBody } from '#server/http/form/form-body.ts'
import { forgetFiles } from '#server/http/form/form-uploads.ts'
import { asProblem } from '../errors.ts'
import { Answer, type Outcome } from './answer.ts'
import { bodyContent, type Call, NO_CHANGE_HEADERS, type OpenCall, readCall } from './call.ts'
import { type ChangeHeaders, readChangeHeaders } from './change-headers.ts'
import { noteDevice } from './device.ts'
import { type Claim, claimKey, isAnswered, isLasting, keepRefusal, settleKey } from './idempotency.ts'
import { sendOutcome } from './send-outcome.ts'
import type { Admitted } from './serving.ts'
import { type Doing, doingOf } from './session-pace.ts'
import { asSeen } from './short-answer.ts'
import { StoredAnswer } from './stored-answer.ts'

/** `prepared` is what the `before` of the call gave. */
export type Handler<E extends EndpointShape, P = undefined> = (
  call: Call<E>,
  prepared: P,
) => Promise<ReplyOf<E> | Answer | StoredAnswer>
/**
 * A step of a change before its transaction, on the database itself: for what must stay when the change is undone (a try
 * that counts), and for slow work (hashing) that would hold others up. It is left out for a change that was answered.
 */
export type Before<E extends EndpointShape, P> = (call: Call<E>) => Promise<P>
export type OpenHandler<E extends EndpointShape> = (call: OpenCall<E>) => Promise<ReplyOf<E> | Answer>

/** Whose session the request comes with; throws 401 when there is none, 429 when it does too much. */
async function signedIn(app: FastifyInstance, request: FastifyRequest, doing: Doing): Promise<Admitted> {
  const [scheme, token] = (request.headers.authorization ?? '').split(' ')
  if (scheme?.toLowerCase() !== 'bearer' || !token) throw notSignedIn()
  const admitted = await app.serving.admit(token, app.serving.clock())
  if (typeof admitted === 'string') throw tokenRefused(admitted)
  request.identified = admitted
  app.serving.pace(admitted.session, doing, app.serving.clock())
  return admitted
}

/** Who the request comes from; throws 401, 429, or 403 when the person may not make this call. */
export async function admit(
  app: FastifyInstance,
  endpoint: EndpointShape,
  request: FastifyRequest,
  doing = doingOf(endpoint),
): Promise<Admitted> {
  const admitted = await signedIn(app, request, doing)
  if (!can(admitted.user, endpoint.access)) throw forbidden()
  return admitted
}

/**
 * As `admit`, but who has lost the permission since may still hear how an earlier sending of the change ended: a 403
 * would tell them that what was made was not.
 */
async function admitToChange(
  app: FastifyInstance,
  endpoint: EndpointShape,
  request: FastifyRequest,
): Promise<Admitted> {
  const admitted = await signedIn(app, request, 'changes')
  if (can(admitted.user, endpoint.access)) return admitted
  const { key } = readChangeHeaders(request.headers)
  if (key === null || !(await isAnswered(app.serving.db, admitted.user.id, key))) throw forbidden()
  return admitted
}

export function outcomeOf(app: FastifyInstance, endpoint: EndpointShape, result: unknown): Outcome {
  const { status: own = null, cookie = null } = result instanceof Answer ? result : {}
  const status = own ?? endpoint.status ?? 200
  if (endpoint.reply === null) return { status, text: null, etag: null, replayed: false, cookie }
  const isText = result instanceof Answer || result instanceof StoredAnswer
  const text = isText ? result.text : JSON.stringify(result)
  if (app.serving.checkReplies) {
    const checked = endpoint.reply.safeParse(JSON.parse(text))
    if (!checked.success) throw new Error(`${endpoint.name} answers what the contract does not say: ${checked.error}`)
  }
  if (result instanceof StoredAnswer) return { status, text, etag: result.etag, replayed: false, kept: result }
  const version = result instanceof Answer ? result.version : versionOf(result)
  return { status, text, etag: version === null ? null : `"${version}"`, replayed: false, cookie }
}

const versionOf = (result: unknown) =>
  typeof result === 'object' && result !== null && 'version' in result && typeof result.version === 'number'
    ? result.version
    : null

/** How a call is served: its handler, and for some changes the step before. */
interface Served<E extends EndpointShape, P> {
  readonly handler: Handler<E, P>
  readonly before: Before<E, P> | undefined
}

/** A change of a signed-in person: one transaction holds the change, its history and the stored answer. */
async function runChange<E extends EndpointShape, P>(
  app: FastifyInstance,
  endpoint: E,
  { handler, before }: Served<E, P>,
  request: FastifyRequest,
  admitted: Admitted,
): Promise<Outcome> {
  const { db, clock } = app.serving
  const now = clock()
  const headers = readChangeHeaders(request.headers)
  const claim = claimOf(app, request, headers, admitted, now)
  try {
    const isPrepared = before !== undefined || request.body instanceof FormBody
    const isRepeated = isPrepared && claim && (await isAnswered(db, admitted.user.id, claim.key))
    const prepared =
      before && !isRepeated ? await before(callOf(endpoint, request, db, headers, admitted, now)) : undefined
    if (!isRepeated) await keepFiles(app, endpoint, request, admitted, now)
    const outcome = await db.tx(async (sql) => {
      const stored = claim && (await claimKey(sql, claim))
      if (stored) return stored
      if (isRepeated) throw busy('The stored answer to this change has just been forgotten.')
      if (!can(admitted.user, endpoint.access)) throw forbidden()
      // Without a `before` nothing is prepared, and P is undefined.
      const result = await handler(callOf(endpoint, request, sql, headers, admitted, now), prepared as P)
      const outcome = outcomeOf(app, endpoint, result)
      if (claim) await settleKey(sql, claim, outcome)
      else await noteDevice(sql, admitted.user.id, headers.device, now)
      return outcome
    })
    if (!outcome.replayed) db.announce()
    return outcome
  } catch (error) {
    const problem = asProblem(error)
    if (!claim || !problem || !isLasting(problem.status)) throw error
    const text = JSON.stringify(problem.body)
    return keepRefusal(db, claim, { status: problem.status, text, etag: null, replayed: false })
  }
}

/** A change that came as a form: the same, and when it is refused for good its files do not stay. */
async function runForm<E extends EndpointShape, P>(
  app: FastifyInstance,
  endpoint: E,
  served: Served<E, P>,
  request: FastifyRequest,
  admitted: Admitted,
): Promise<Outcome> {
  try {
    const outcome = await runChange(app, endpoint, served, request, admitted)
    // One that is stored, so that no other sending of the change can need the files.
    if (outcome.status >= 400 && !outcome.replayed) await forgetFiles(app, request, admitted)
    return outcome
  } catch (error) {
    const status = asProblem(error)?.status ?? 500
    // Without a key nobody but this sending knows the files. With one another may be on its way, or come again. From 500
    // on nobody knows whether the change was made.
    if (status < 500 && readChangeHeaders(request.headers).key === null) await forgetFiles(app, request, admitted)
    throw error
  }
}

/** Files that came with the change become uploads before its transaction; of a call that is malformed none does. */
async function keepFiles(
  app: FastifyInstance,
  endpoint: EndpointShape,
  request: FastifyRequest,
  { user }: Admitted,
  now: Date,
): Promise<void> {
  const { body } = request
  if (!(body instanceof FormBody)) return
  readCall(endpoint, request, app.serving.db, NO_CHANGE_HEADERS, now)
  for (const { upload, bytes } of body.files) await app.serving.keepUpload({ user: user.id, upload, bytes, now })
}

function claimOf(
  app: FastifyInstance,
  request: FastifyRequest,
  headers: ChangeHeaders,
  admitted: Admitted,
  now: Date,
): Claim | null {
  if (headers.key === null) return null
  const path = request.url.split('?', 1)[0] ?? ''
  const fingerprint = app.serving.fingerprint(request.method, path, bodyContent(request))
  return { user: admitted.user.id, key: headers.key, fingerprint, device: headers.device, now }
}

export function callOf<E extends EndpointShape>(
  endpoint: E,
  request: FastifyRequest,
  sql: Sql,
  headers: ChangeHeaders,
  admitted: Admitted,
  now: Date,
): Call<E> {
  const isBlind = !readsAnswer(admitted.user, endpoint)
  return { ...readCall(endpoint, request, sql, headers, now), ...admitted, seenVersion: headers.seenVersion, isBlind }
}

/**
 * Serves one call of the contract to signed-in people: session, access, input, and for changes the transaction with
 * `Idempotency-Key` and device number, are settled here. The handler answers the reply, or its JSON as an `Answer`.
 */
export function serve<E extends EndpointShape, P = undefined>(
  app: FastifyInstance,
  endpoint: E,
  handler: Handler<E, P>,
  { before }: { readonly before?: Before<E, P> } = {},
): void {
  if (endpoint.access.need === 'nobody') throw new Error(`${endpoint.name} is open: serve it with serveOpen`)
  app.route({
    method: endpoint.method,
    url: endpoint.path.slice(app.prefix.length),
    config: isChange(endpoint) && endpoint.form ? { form: endpoint.form } : {},
    // Before the body is read: who may not make a call is not listened to.
    onRequest: async (request) => {
      request.admitted = await (isChange(endpoint) ? admitToChange : admit)(app, endpoint, request)
    },
    handler: async (request: FastifyRequest, reply: FastifyReply) => {
      const { admitted } = request
      if (!admitted) throw notSignedIn()
      if (isChange(endpoint)) {
        const run = request.body instanceof FormBody ? runForm : runChange
        const made = () => run(app, endpoint, { handler, before }, request, admitted).finally(request.leaveForm)
        const outcome = await asSeen(admitted.user, endpoint, request, made)
        return sendOutcome(request, reply, outcome, admitted.session)
      }
      const { db, clock } = app.serving
      const result = await handler(callOf(endpoint, request, db, NO_CHANGE_HEADERS, admitted, clock()), undefined as P)
      return sendOutcome(request, reply, outcomeOf(app, endpoint, result), admitted.session)
    },
  })
}

/** Serves a call that needs no sign-in. It runs in no transaction: what it writes stays, also when it then refuses. */
export function serveOpen<E extends EndpointShape>(app: FastifyInstance, endpoint: E, handler: OpenHandler<E>): void {
  if (endpoint.access.need !== 'nobody') throw new Error(`${endpoint.name} needs a session: serve it with serve`)
  app.route({
    method: endpoint.method,
    url: endpoint.path.slice(app.prefix.length),
    handler: async (request: FastifyRequest, reply: FastifyReply) => {
      const { db, clock } = app.serving
      const { device } = isChange(endpoint) ? readChangeHeaders(request.headers) : NO_CHANGE_HEADERS
      const call = readCall(endpoint, request, db, { ...NO_CHANGE_HEADERS, device }, clock())
      return sendOutcome(request, reply, outcomeOf(app, endpoint, await handler(call)), null)
    },
  })
}
