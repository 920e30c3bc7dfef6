import type { Holder } from '#contract/access.ts'
import type { EndpointShape } from '#contract/endpoint.ts'
import { conflictProblem, hasNow, heldBy } from '#contract/problem.ts'
import { readsAnswer, receiptOf } from '#contract/receipt.ts'
import type { Outcome } from './answer.ts'
import { Problem } from './problem.ts'

const UNSEEN = 'Something that you may not view stands in the way.'

/**
 * Makes a change, and answers as much as its sender may view: a receipt, or a refusal that tells nothing of the record, for
 * a user who may not view it. At sending, for a stored answer is told by what may be viewed now.
 */
export async function asSeen(holder: Holder, endpoint: EndpointShape, make: () => Promise<Outcome>): Promise<Outcome> {
  if (readsAnswer(holder, endpoint)) return make()
  try {
    const outcome = await make()
    const { status, text } = outcome
    if (text === null) return outcome
    const body: unknown = JSON.parse(text)
    return { ...outcome, text: JSON.stringify(status < 300 ? receiptOf(body) : shortRefusal(status, body)) }
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    throw new Problem(error.status, shortRefusal(error.status, error.body), error.headers)
  }
}

function shortRefusal(status: number, body: unknown): unknown {
  const conflict = status === 412 ? conflictProblem.safeParse(body).data : undefined
  if (conflict) {
    const conflicts = Object.fromEntries(Object.keys(conflict.conflicts).map((field) => [field, {}]))
    return { detail: conflict.detail, conflicts }
  }
  const asides = [heldBy, hasNow].filter((aside) => aside.safeParse(body).success)
  if (status !== 400 || asides.length === 0 || typeof body !== 'object' || body === null) return body
  const names = new Set(asides.flatMap(({ shape }) => Object.keys(shape)))
  const fields = Object.keys(body).filter((field) => !names.has(field))
  return Object.fromEntries(fields.map((field) => [field, [UNSEEN]]))
}
