import { type FieldProblem, messagesIn, problemText } from '#contract/wire/problem.ts'
import { ApiError } from '#src/api/api-error.ts'

/** A message of the server's, and the value that it is about: of any other value it says nothing. */
interface Refused {
  readonly message: string
  readonly value: unknown
}

/** What a failed submit left to say: at fields, by their dotted names, and what belongs to none of them. */
export interface Refusal {
  readonly atFields: Readonly<Record<string, Refused>>
  /** One message per line; empty when all is said at the fields. */
  readonly beside: string
}

export const NOTHING_REFUSED: Refusal = { atFields: {}, beside: '' }

/** The fields of a refusal and what each is told, nested ones by their dotted path (`driver.gomotive_id`). */
function linesOf(problem: FieldProblem, path = ''): [name: string, message: string][] {
  return messagesIn(problem).flatMap(([key, said]) => {
    const name = `${path}${key}`
    if (typeof said === 'object' && said !== null && !Array.isArray(said))
      return linesOf(said as FieldProblem, `${name}.`)
    return [[name, problemText(said)]]
  })
}

/** A refusal by fields (400), or null: any other says one thing of the whole. */
function byField(error: Error): FieldProblem | null {
  if (!(error instanceof ApiError) || error.status !== 400) return null
  const { problem } = error
  if (typeof problem !== 'object' || problem === null || 'detail' in problem) return null
  // The contract's shape of a 400; `readAnswer` has seen that it is the server's own.
  return problem as FieldProblem
}

/** All that a failure says, one message per line: what the answer says of each field, or the error's own words. */
export function refusalText(error: Error): string {
  const problem = byField(error)
  const lines = problem === null ? [] : linesOf(problem).map(([, message]) => message)
  return lines.filter(Boolean).join('\n') || error.message
}

/**
 * Puts a failure where it belongs.
 * @param shown the names of the fields on screen
 * @param valueAt what stands in such a field now
 */
export function refusalOf(error: Error, shown: ReadonlySet<string>, valueAt: (name: string) => unknown): Refusal {
  const problem = byField(error)
  if (problem === null) return { atFields: {}, beside: error.message }
  const lines = linesOf(problem).filter(([, message]) => message !== '')
  if (lines.length === 0) return { atFields: {}, beside: error.message }
  const here = lines.filter(([name]) => shown.has(name))
  return {
    atFields: Object.fromEntries(here.map(([name, message]) => [name, { message, value: valueAt(name) }])),
    beside: lines
      .filter(([name]) => !shown.has(name))
      .map(([, message]) => message)
      .join('\n'),
  }
}

/** What the server said of what stands in a field; null when it said nothing, or something else was typed since. */
export function refusedAt(refusal: Refusal, name: string, value: unknown): string | null {
  const refused = refusal.atFields[name]
  return refused !== undefined && Object.is(refused.value, value) ? refused.message : null
}
