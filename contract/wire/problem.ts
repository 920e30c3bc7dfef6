import * as z from 'zod/mini'
import { changedBy, instant, serverId } from './record.ts'

/**
 * A refusal that concerns the whole request (401, 403, 404, 405, 409, 412 … 5xx). `code` comes with 401, and with the 403 that
 * a password given now turns into a success (`password_needed`).
 */
export const detailProblem = z.object({ detail: z.string(), code: z.optional(z.string()) })

/** What a 404 says that has no more to say. */
export const NOT_FOUND = 'Not found.'

/** A refusal by field (400): `{field: [messages]}`, nested fields nest, `non_field_errors` for the whole. */
export type FieldProblem = { readonly [field: string]: readonly string[] | FieldProblem }

/**
 * One field that two people changed. `was`: before the first change by somebody else that the person had not seen;
 * absent when that is not known. `by` and `at`: who made it what it is now, and when; `by` is null when that account is gone. All of
 * it is absent for people who may not view the record.
 */
export const fieldConflict = z.object({
  theirs: z.optional(z.unknown()),
  yours: z.optional(z.unknown()),
  was: z.optional(z.unknown()),
  by: z.optional(z.nullable(changedBy)),
  at: z.optional(instant),
})
export type FieldConflict = z.output<typeof fieldConflict>

/**
 * 412: the record has moved on and the same fields were changed by another user. `current` is the record as it is; absent for
 * people who may not view it.
 */
export const conflictProblem = z.object({
  detail: z.string(),
  current: z.optional(z.unknown()),
  conflicts: z.record(z.string(), fieldConflict),
})
export type ConflictProblem = z.output<typeof conflictProblem>

/**
 * Stands beside the messages of a 400 for a unit that somebody else has: who has it now. It is for the app, which can offer
 * to take the unit from there; it is no message, and not to be shown as one.
 */
export const heldBy = z.object({ held_by: changedBy })

/**
 * Stands beside the messages of a 400 for a driver who has another unit than the person knew: which, by the field of the
 * change. It is for the app, which can offer to change it all the same.
 */
export const hasNow = z.object({ has_now: z.record(z.string(), z.nullable(z.string())) })

/**
 * Stands beside the messages of a 400 for several records of which only some are refused: their ids. It is for the app,
 * which can offer to leave just these out.
 */
export const refusedOnes = z.object({ refused: z.array(serverId) })

/** Stands beside the messages of a 400 for a report: its bad rows one by one (`badRow` of the imports). */
export const badRows = z.object({ bad_rows: z.array(z.unknown()) })

/** What may stand beside the messages of a 400 and is none itself. */
const ASIDES: ReadonlySet<string> = new Set(
  [heldBy, hasNow, refusedOnes, badRows].flatMap(({ shape }) => Object.keys(shape)),
)

/** The messages of a 400 by field, without what only the app reads. */
export function messagesIn(problem: object): readonly (readonly [field: string, said: unknown])[] {
  return Object.entries(problem).filter(([field]) => !ASIDES.has(field))
}

/** Any refusal's body put into one line of words: the detail, or the field messages joined by commas. */
export function problemText(problem: unknown): string {
  if (typeof problem === 'string') return problem
  if (Array.isArray(problem)) return problem.map(problemText).filter(Boolean).join(', ')
  if (typeof problem !== 'object' || problem === null) return ''
  if ('detail' in problem && typeof problem.detail === 'string') return problem.detail
  return messagesIn(problem)
    .map(([, said]) => problemText(said))
    .filter(Boolean)
    .join(', ')
}
