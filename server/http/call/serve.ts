import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { can } from '#contract/wire/access.ts'
import { type EndpointShape, isChange, type ReplyOf } from '#contract/wire/endpoint.ts'
import { receivesFullAnswer } from '#contract/wire/receipt.ts'
import { busy, forbidden, notSignedIn, tokenRefused } from '#server/base/problem.ts'
import type { Sql } from '#server/db/db.ts'
import { FormBody } from '#server/http/form/form-body.ts'
import { discardFormFiles } from '#server/http/form/form-uploads.ts'
import { asProblem } from '../errors.ts'
import { Answer, type Outcome } from './answer.ts'
import { bodyContent, type Call, NO_CHANGE_HEADERS, type OpenCall, readCall } from './call.ts'
import { type ChangeHeaders, readChangeHeaders } from './change-headers.ts'
import { CompressedAnswer } from './compressed-answer.ts'
import { noteDeviceSeq } from './device.ts'
import {
  claimKey,
  hasStoredResponse,
  isFinalRefusal,
  type KeyClaim,
  storeRefusal,
  storeResponse,
} from './idempotency.ts'
import { sendOutcome } from './send-outcome.ts'
import type { AdmittedUser } from './serving.ts'
import { type Activity, activityOf } from './session-throttle.ts'
import { limitToVisible } from './short-answer.ts'
import { withRows } from './with-rows.ts'

/** Handles a call of a signed-in user. `prepared` is the result of the call's `before` step. */
export type Handler<E extends EndpointShape, P = undefined> = (
  call: Call<E>,
  prepared: P,
) => Promise<ReplyOf<E> | Answer | CompressedAnswer>
/**
 * A step of a change that runs before its transaction, directly on the database. It is for writes that must remain when
 * the change is rolled back (a counted attempt), and for slow work (hashing a password) that would block other
 * transactions. It is skipped when the response to the same change is already stored.
 */
export type Before<E extends EndpointShape, P> = (call: Call<E>) => Promise<P>
/** Handles a call that requires no sign-in. */
export type OpenHandler<E extends EndpointShape> = (call: OpenCall<E>) => Promise<ReplyOf<E> | Answer>

/**
 * The user and session of the request's access token. Throws 401 without a live session, 429 when it calls too often.
 */
async function authenticate(app: FastifyInstance, request: FastifyRequest, activity: Activity): Promise<AdmittedUser> {
  const [scheme, token] = (request.headers.authorization ?? '').split(' ')
  if (scheme?.toLowerCase() !== 'bearer' || !token) throw notSignedIn()
  const admitted = await app.serving.admit(token, app.serving.clock())
  if (typeof admitted === 'string') throw tokenRefused(admitted)
  request.identified = admitted
  app.serving.throttle(admitted.session, activity, app.serving.clock())
  return admitted
}

/**
 * Authenticates the request and checks access. Throws 401 or 429 as above, 403 when the user may not make this call.
 */
export async function admit(
  app: FastifyInstance,
  endpoint: EndpointShape,
  request: FastifyRequest,
  activity = activityOf(endpoint),
): Promise<AdmittedUser> {
  const admitted = await authenticate(app, request, activity)
  if (!can(admitted.user, endpoint.access)) throw forbidden()
  return admitted
}

/**
 * Like `admit`, but also lets a user through who has lost the permission since the change was first sent and answered.
 * That user still receives the stored response: a 403 would wrongly claim that the change was not made.
 */
async function admitToChange(
  app: FastifyInstance,
  endpoint: EndpointShape,
  request: FastifyRequest,
): Promise<AdmittedUser> {
  const admitted = await authenticate(app, request, 'changes')
  if (can(admitted.user, endpoint.access)) return admitted
  const { key } = readChangeHeaders(request.headers)
  if (key === null || !(await hasStoredResponse(app.serving.db, admitted.user.id, key))) throw forbidden()
  return admitted
}

/** The outcome of a handler's result: status, JSON text, entity tag, cookie. */
export function outcomeOf(app: FastifyInstance, endpoint: EndpointShape, result: unknown): Outcome {
  const { status: ownStatus = null, cookie = null } = result instanceof Answer ? result : {}
  const status = ownStatus ?? endpoint.status ?? 200
  if (endpoint.reply === null) return { status, text: null, etag: null, replayed: false, cookie }
  const isText = result instanceof Answer || result instanceof CompressedAnswer
  const text = isText ? result.text : JSON.stringify(result)
  if (app.serving.checkReplies) {
    const parsed = endpoint.reply.safeParse(JSON.parse(text))
    if (!parsed.success) throw new Error(`${endpoint.name} answers what the contract does not say: ${parsed.error}`)
  }
  if (result instanceof CompressedAnswer) return { status, text, etag: result.etag, replayed: false, shared: result }
  const version = result instanceof Answer ? result.version : versionOf(result)
  return { status, text, etag: version === null ? null : `"${version}"`, replayed: false, cookie }
}

const versionOf = (result: unknown) =>
  typeof result === 'object' && result !== null && 'version' in result && typeof result.version === 'number'
    ? result.version
    : null

/** The functions that serve a call: its handler, and for some changes the step before the transaction. */
interface ServedCall<E extends EndpointShape, P> {
  readonly handler: Handler<E, P>
  readonly before: Before<E, P> | undefined
}

/**
 * Makes a change of a signed-in user. One transaction contains the change, its history and the device's sequence
 * number; with an `Idempotency-Key` also the stored response. A repeated change returns its stored response and changes
 * nothing. With a key, a refusal that every repetition would get too (`isFinalRefusal`) is stored as well, in a
 * transaction of its own after the rollback. Every other error is thrown: the client may send the change again.
 */
async function runChange<E extends EndpointShape, P>(
  app: FastifyInstance,
  endpoint: E,
  { handler, before }: ServedCall<E, P>,
  request: FastifyRequest,
  admitted: AdmittedUser,
): Promise<Outcome> {
  const { db, clock } = app.serving
  const now = clock()
  const headers = readChangeHeaders(request.headers)
  const claim = keyClaimOf(app, request, headers, admitted, now)
  try {
    // A change that is already answered is not prepared again: no second counted attempt, no needless hashing.
    const hasPreparation = before !== undefined || request.body instanceof FormBody
    const isRepeated = hasPreparation && claim && (await hasStoredResponse(db, admitted.user.id, claim.key))
    const prepared =
      before && !isRepeated ? await before(callOf(endpoint, request, db, headers, admitted, now)) : undefined
    if (!isRepeated) await storeFormFiles(app, endpoint, request, admitted, now)
    const outcome = await db.tx(async (sql) => {
      const stored = claim && (await claimKey(sql, claim))
      if (stored) return stored
      // The stored response has expired since the check above, so the preparation was skipped. The next attempt runs
      // it.
      if (isRepeated) throw busy('The stored answer to this change has just been forgotten.')
      // `admitToChange` also lets users through who may only receive a stored response.
      if (!can(admitted.user, endpoint.access)) throw forbidden()
      // Without a `before` step, `prepared` is undefined, and so is P.
      const result = await handler(callOf(endpoint, request, sql, headers, admitted, now), prepared as P)
      const outcome = outcomeOf(app, endpoint, result)
      if (claim) await storeResponse(sql, claim, outcome)
      else await noteDeviceSeq(sql, admitted.user.id, headers.device, now)
      return outcome
    })
    // Wakes the event streams of all server processes.
    if (!outcome.replayed) db.announce()
    return outcome
  } catch (error) {
    const problem = asProblem(error)
    if (!claim || !problem || !isFinalRefusal(problem.status)) throw error
    const text = JSON.stringify(problem.body)
    return storeRefusal(db, claim, { status: problem.status, text, etag: null, replayed: false })
  }
}

/** Makes a change that was sent as a form. Its files are deleted when no repetition of the change can use them. */
async function runForm<E extends EndpointShape, P>(
  app: FastifyInstance,
  endpoint: E,
  served: ServedCall<E, P>,
  request: FastifyRequest,
  admitted: AdmittedUser,
): Promise<Outcome> {
  try {
    const outcome = await runChange(app, endpoint, served, request, admitted)
    // The refusal is stored, so no further attempt of this change needs the files.
    if (outcome.status >= 400 && !outcome.replayed) await discardFormFiles(app, request, admitted)
    return outcome
  } catch (error) {
    const status = asProblem(error)?.status ?? 500
    // Without a key, only this attempt knows the files. With a key, another attempt may be running or may follow.
    // After a status of 500 or above it is unknown whether the change was made.
    if (status < 500 && readChangeHeaders(request.headers).key === null) await discardFormFiles(app, request, admitted)
    throw error
  }
}

/**
 * Stores the files of a form as uploads, before the transaction. Throws 400 and stores none when the input is
 * malformed.
 */
async function storeFormFiles(
  app: FastifyInstance,
  endpoint: EndpointShape,
  request: FastifyRequest,
  { user }: AdmittedUser,
  now: Date,
): Promise<void> {
  const { body } = request
  if (!(body instanceof FormBody)) return
  readCall(endpoint, request, app.serving.db, NO_CHANGE_HEADERS, now)
  for (const { upload, bytes } of body.files) await app.serving.storeUpload({ user: user.id, upload, bytes, now })
}

/** The claim of the change's idempotency key; null when the client sent none. */
function keyClaimOf(
  app: FastifyInstance,
  request: FastifyRequest,
  headers: ChangeHeaders,
  admitted: AdmittedUser,
  now: Date,
): KeyClaim | null {
  if (headers.key === null) return null
  const path = request.url.split('?', 1)[0] ?? ''
  const fingerprint = app.serving.fingerprint(request.method, path, bodyContent(request))
  return { user: admitted.user.id, key: headers.key, fingerprint, device: headers.device, now }
}

/** The call that a handler receives: parsed input, user and session. Throws a 400 that names each refused field. */
export function callOf<E extends EndpointShape>(
  endpoint: E,
  request: FastifyRequest,
  sql: Sql,
  headers: ChangeHeaders,
  admitted: AdmittedUser,
  now: Date,
): Call<E> {
  // The user may make the change but not view the full response.
  const isBlind = !receivesFullAnswer(admitted.user, endpoint)
  return { ...readCall(endpoint, request, sql, headers, now), ...admitted, seenVersion: headers.seenVersion, isBlind }
}

/**
 * Serves one endpoint of the contract to signed-in users. Every request goes through these steps:
 *
 * 1. Before the body is read: session (401), limit of calls (429), access (403).
 * 2. The contract parses parameters, query, headers and body (400).
 * 3. A change runs in one transaction, with its `Idempotency-Key` and its device's sequence number (`runChange`). Any
 * other call runs the handler on the database, without a transaction.
 * 4. The response is limited to what the user may view (`limitToVisible`, changes only), and file links are signed.
 *
 * The handler returns the reply as an object, or as ready JSON in an `Answer` or `CompressedAnswer`. It refuses by
 * throwing a `Problem`, which rolls back the transaction. Endpoints without sign-in use `serveOpen`.
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
    // Before the body is read: the body of a call that is not permitted is never parsed.
    onRequest: async (request) => {
      request.admitted = await (isChange(endpoint) ? admitToChange : admit)(app, endpoint, request)
    },
    handler: async (request: FastifyRequest, reply: FastifyReply) => {
      const { admitted } = request
      if (!admitted) throw notSignedIn()
      if (isChange(endpoint)) {
        const now = app.serving.clock()
        const run = request.body instanceof FormBody ? runForm : runChange
        const makeChange = () => run(app, endpoint, { handler, before }, request, admitted).finally(request.releaseForm)
        const outcome = await limitToVisible(admitted.user, endpoint, request, makeChange)
        return sendOutcome(request, reply, await withRows(request, outcome, admitted, now), admitted.session)
      }
      const { db, clock } = app.serving
      const result = await handler(callOf(endpoint, request, db, NO_CHANGE_HEADERS, admitted, clock()), undefined as P)
      return sendOutcome(request, reply, outcomeOf(app, endpoint, result), admitted.session)
    },
  })
}

/** Serves an endpoint without sign-in. It runs without a transaction: its writes remain even when it then refuses. */
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
