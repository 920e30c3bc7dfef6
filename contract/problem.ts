import * as z from 'zod/mini'

/** A refusal that concerns the whole request (401, 403, 404, 405, 409, 412 … 5xx). `code` comes with 401. */
export const detailProblem = z.object({ detail: z.string(), code: z.optional(z.string()) })

/** A refusal by field (400): `{field: [messages]}`, nested fields nest, `non_field_errors` for the whole. */
export type FieldProblem = { readonly [field: string]: readonly string[] | FieldProblem }

/** 412: the record has moved on and the same fields were changed by somebody else. */
export const conflictProblem = z.object({
  detail: z.string(),
  current: z.unknown(),
  conflicts: z.record(z.string(), z.object({ theirs: z.unknown(), yours: z.unknown() })),
})
export type ConflictProblem = z.output<typeof conflictProblem>

/** Any refusal's body put into one line of words: the detail, or the field messages joined by commas. */
export function problemText(problem: unknown): string {
  if (typeof problem === 'string') return problem
  if (Array.isArray(problem)) return problem.map(problemText).filter(Boolean).join(', ')
  if (typeof problem !== 'object' || problem === null) return ''
  if ('detail' in problem && typeof problem.detail === 'string') return problem.detail
  return Object.values(problem).map(problemText).filter(Boolean).join(', ')
}
