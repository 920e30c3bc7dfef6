import * as z from 'zod/mini'
import { changedBy, instant } from './record.ts'

/** A refusal that concerns the whole request (401, 403, 404, 405, 409, 412 … 5xx). `code` comes with 401. */
export const detailProblem = z.object({ detail: z.string(), code: z.optional(z.string()) })

/** A refusal by field (400): `{field: [messages]}`, nested fields nest, `non_field_errors` for the whole. */
export type FieldProblem = { readonly [field: string]: readonly string[] | FieldProblem }

/**
 * One field that two people changed. `was`: before the first change by somebody else that the person had not seen;
 * absent when nobody knows. `by` and `at`: who made it what it is now, and when; `by` is null when that account is gone.
 */
export const fieldConflict = z.object({
  theirs: z.unknown(),
  yours: z.unknown(),
  was: z.optional(z.unknown()),
  by: z.optional(z.nullable(changedBy)),
  at: z.optional(instant),
})
export type FieldConflict = z.output<typeof fieldConflict>

/** 412: the record has moved on and the same fields were changed by somebody else. `current` is the record as it is. */
export const conflictProblem = z.object({
  detail: z.string(),
  current: z.unknown(),
  conflicts: z.record(z.string(), fieldConflict),
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
