import type { FastifyRequest } from 'fastify'
import type { Holder } from '#contract/wire/access.ts'
import type { EndpointShape } from '#contract/wire/endpoint.ts'
import { conflictProblem, messagesIn } from '#contract/wire/problem.ts'
import { readsAnswer, receiptOf } from '#contract/wire/receipt.ts'
import { notFound, Problem } from '#server/base/problem.ts'
import type { Outcome } from './answer.ts'
import { NO_CHANGE_HEADERS, readCall } from './call.ts'
import { readChangeHeaders } from './change-headers.ts'

/** What a 400 says to users who may not view what stands in the way. */
export const UNSEEN_REASON = 'This is refused for a reason that you may not view.'

/**
 * Makes a change, and answers as much as its sender may view: a receipt, or a refusal that tells nothing of the record, for
 * a user who may not view it. At sending, for a stored answer is told by what may be viewed now.
 */
export async function asSeen(
  holder: Holder,
  endpoint: EndpointShape,
  request: FastifyRequest,
  make: () => Promise<Outcome>,
): Promise<Outcome> {
  if (readsAnswer(holder, endpoint)) return make()
  const refusal = (status: number, body: unknown) =>
    status === 400 ? (ownFault(endpoint, request) ?? namesIn(body)) : shortRefusal(status, body)
  try {
    const outcome = await make()
    const { status, text } = outcome
    if (text === null) return outcome
    const body: unknown = JSON.parse(text)
    return { ...outcome, text: JSON.stringify(status < 300 ? receiptOf(body) : refusal(status, body)) }
  } catch (error) {
    if (!(error instanceof Problem) || !TELLS_OF_RECORDS.has(error.status)) throw error
    throw new Problem(error.status, refusal(error.status, error.body), error.headers)
  }
}

/**
 * What the contract itself refuses in a change, in full: it was said before any record was read. Null for a change that is
 * as the contract has it. It is asked anew, for a refusal does not tell where it comes from.
 */
function ownFault(endpoint: EndpointShape, request: FastifyRequest): unknown {
  const { db, clock } = request.server.serving
  try {
    readChangeHeaders(request.headers)
    readCall(endpoint, request, db, NO_CHANGE_HEADERS, clock())
    return null
  } catch (error) {
    if (error instanceof Problem) return error.body
    throw error
  }
}

/** Refusals that may tell of records: others go on as they are, and are logged as what they are. */
const TELLS_OF_RECORDS: ReadonlySet<number> = new Set([400, 404, 409, 410, 412, 422])

const namesIn = (refusal: unknown) =>
  Object.fromEntries(messagesIn(Object(refusal)).map(([field]) => [field, [UNSEEN_REASON]]))

function shortRefusal(status: number, body: unknown): unknown {
  if (status === 404) return notFound().body
  if (status !== 412) return body
  const { detail, conflicts } = conflictProblem.parse(body)
  return { detail, conflicts: Object.fromEntries(Object.keys(conflicts).map((field) => [field, {}])) }
}
