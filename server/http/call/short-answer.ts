import type { FastifyRequest } from 'fastify'
import type { UserPermissions } from '#contract/wire/access.ts'
import type { EndpointShape } from '#contract/wire/endpoint.ts'
import { conflictProblem, messagesIn } from '#contract/wire/problem.ts'
import { receiptOf, receivesFullAnswer } from '#contract/wire/receipt.ts'
import { notFound, Problem } from '#server/base/problem.ts'
import type { Outcome } from './answer.ts'
import { NO_CHANGE_HEADERS, readCall } from './call.ts'
import { readChangeHeaders } from './change-headers.ts'

/** The message of a 400 for users who may not view its reason. */
export const UNSEEN_REASON = 'This is refused for a reason that you may not view.'

/**
 * Makes a change and limits the response to what its user may view. A user who may change a record but not view it
 * receives a receipt, or a refusal that reveals nothing about the record. The stored response is always complete: it is
 * limited when sent, by the permissions of that moment.
 */
export async function limitToVisible(
  holder: UserPermissions,
  endpoint: EndpointShape,
  request: FastifyRequest,
  runChange: () => Promise<Outcome>,
): Promise<Outcome> {
  if (receivesFullAnswer(holder, endpoint)) return runChange()
  const refusal = (status: number, body: unknown) =>
    status === 400 ? (contractFault(endpoint, request) ?? fieldNamesOnly(body)) : shortRefusal(status, body)
  try {
    const outcome = await runChange()
    const { status, text } = outcome
    if (text === null) return outcome
    const body: unknown = JSON.parse(text)
    return { ...outcome, text: JSON.stringify(status < 300 ? receiptOf(body) : refusal(status, body)) }
  } catch (error) {
    if (!(error instanceof Problem) || !REVEALS_RECORDS.has(error.status)) throw error
    throw new Problem(error.status, refusal(error.status, error.body), error.headers)
  }
}

/**
 * The complete 400 when the contract itself refuses the change: the contract is checked before any record is read, so
 * this reveals nothing. Null when the input is valid. Parses the input again, because a refusal does not show its
 * origin.
 */
function contractFault(endpoint: EndpointShape, request: FastifyRequest): unknown {
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

/** Statuses whose bodies can reveal data of records. Other refusals are sent and logged unchanged. */
const REVEALS_RECORDS: ReadonlySet<number> = new Set([400, 404, 409, 410, 412, 422])

const fieldNamesOnly = (refusal: unknown) =>
  Object.fromEntries(messagesIn(Object(refusal)).map(([field]) => [field, [UNSEEN_REASON]]))

function shortRefusal(status: number, body: unknown): unknown {
  if (status === 404) return notFound().body
  if (status !== 412) return body
  const { detail, conflicts } = conflictProblem.parse(body)
  return { detail, conflicts: Object.fromEntries(Object.keys(conflicts).map((field) => [field, {}])) }
}
