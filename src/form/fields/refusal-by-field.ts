import { type FieldProblem, messagesIn, problemText } from '#contract/wire/problem.ts'
import { ApiError } from '#src/api/api-error.ts'
import { NotSaved } from '#src/offline/outbox/save/not-saved.ts'

/** A message from the server about one value of a field. It does not apply to other values. */
interface FieldRefusal {
  readonly message: string
  readonly value: unknown
}

/** The messages of a failed submit: at fields, by their dotted names, and those that belong to no field on screen. */
export interface Refusal {
  readonly atFields: Readonly<Record<string, FieldRefusal>>
  /** One message per line; empty when all messages are at fields. */
  readonly beside: string
  /** The device's storage is full. */
  readonly isFull?: boolean
}

export const NOTHING_REFUSED: Refusal = { atFields: {}, beside: '' }

/** The fields of a refusal with their messages. Nested fields have a dotted path (`driver.gomotive_id`). */
function fieldMessages(problem: FieldProblem, path = ''): [name: string, message: string][] {
  return messagesIn(problem).flatMap(([key, said]) => {
    const name = `${path}${key}`
    if (typeof said === 'object' && said !== null && !Array.isArray(said))
      return fieldMessages(said as FieldProblem, `${name}.`)
    return [[name, problemText(said)]]
  })
}

/** A refusal by fields (400), or null: other refusals have a single message. */
function fieldProblemOf(error: Error): FieldProblem | null {
  if (!(error instanceof ApiError) || error.status !== 400) return null
  const { problem } = error
  if (typeof problem !== 'object' || problem === null || 'detail' in problem) return null
  // A 400 has the contract's shape; `readAnswer` has verified that it comes from the server.
  return problem as FieldProblem
}

/** All messages of a failure, one per line: the messages about fields, or else the error's own message. */
export function refusalText(error: Error): string {
  const problem = fieldProblemOf(error)
  const lines = problem === null ? [] : fieldMessages(problem).map(([, message]) => message)
  return lines.filter(Boolean).join('\n') || error.message
}

/**
 * Assigns the messages of a failure to fields. `shown` has the names of the fields on screen; `valueAt` returns the
 * current value of such a field.
 */
export function refusalOf(error: Error, shown: ReadonlySet<string>, valueAt: (name: string) => unknown): Refusal {
  const problem = fieldProblemOf(error)
  if (problem === null) {
    const isFull = error instanceof NotSaved && error.isFull
    return { atFields: {}, beside: error.message, ...(isFull && { isFull }) }
  }
  const lines = fieldMessages(problem).filter(([, message]) => message !== '')
  if (lines.length === 0) return { atFields: {}, beside: error.message }
  const shownLines = lines.filter(([name]) => shown.has(name))
  return {
    atFields: Object.fromEntries(shownLines.map(([name, message]) => [name, { message, value: valueAt(name) }])),
    beside: lines
      .filter(([name]) => !shown.has(name))
      .map(([, message]) => message)
      .join('\n'),
  }
}

/** The server's message about a field's current value; null for none, or if the value has changed since. */
export function refusalAt(refusal: Refusal, name: string, value: unknown): string | null {
  const refused = refusal.atFields[name]
  return refused !== undefined && Object.is(refused.value, value) ? refused.message : null
}
