import * as z from 'zod/mini'
import { changedBy, instant, serverId } from './record.ts'

/**
 * A refusal of the whole request (401, 403, 404, 405, 409, 412 … 5xx). `code` is present with 401, and with the 403
 * that asks for the user's password (`password_needed`).
 */
export const detailProblem = z.object({ detail: z.string(), code: z.optional(z.string()) })

/** The `detail` of a 404 without a more exact message. */
export const NOT_FOUND = 'Not found.'

/**
 * A refusal by field (400): `{field: [messages]}`. Nested fields nest. `non_field_errors`: messages about the whole
 * body.
 */
export type FieldProblem = { readonly [field: string]: readonly string[] | FieldProblem }

/**
 * One field that two users changed. `was`: the value before the first change by another user that the author had not
 * seen; absent when unknown. `by`, `at`: the author and the time of the latest change; `by` is null when that account
 * is deleted. All properties are absent for users who may not view the record.
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
 * 412: another user has changed the same fields of the record since the version that the author saw. `current` is the
 * record as it is now; absent for users who may not view it.
 */
export const conflictProblem = z.object({
  detail: z.string(),
  current: z.optional(z.unknown()),
  conflicts: z.record(z.string(), fieldConflict),
})
export type ConflictProblem = z.output<typeof conflictProblem>

/**
 * Added to the messages of a 400 for a unit that another driver has: that driver. The app offers to take the unit from
 * this driver. It is not a message and must not be shown as one.
 */
export const currentHolderExtra = z.object({ held_by: changedBy })

/**
 * Added to the messages of a 400 for a driver who no longer has the unit that the author saw: the driver's units now,
 * by field of the change. The app offers to make the change anyway.
 */
export const currentUnitsExtra = z.object({ has_now: z.record(z.string(), z.nullable(z.string())) })

/**
 * Added to the messages of a 400 for several records when only some are refused: the ids of these. The app offers to
 * leave them out.
 */
export const refusedIdsExtra = z.object({ refused: z.array(serverId) })

/** Added to the messages of a 400 for a report: each bad row (`badRow` in `import-preview.ts`). */
export const badRowsExtra = z.object({ bad_rows: z.array(z.unknown()) })

/** Fields of a 400 that are not messages. */
const EXTRA_FIELDS: ReadonlySet<string> = new Set(
  [currentHolderExtra, currentUnitsExtra, refusedIdsExtra, badRowsExtra].flatMap(({ shape }) => Object.keys(shape)),
)

/** The messages of a 400 by field, without `EXTRA_FIELDS`. */
export function messagesIn(problem: object): readonly (readonly [field: string, said: unknown])[] {
  return Object.entries(problem).filter(([field]) => !EXTRA_FIELDS.has(field))
}

/** The body of any refusal as one line of text: `detail`, or the messages of the fields joined by commas. */
export function problemText(problem: unknown): string {
  if (typeof problem === 'string') return problem
  if (Array.isArray(problem)) return problem.map(problemText).filter(Boolean).join(', ')
  if (typeof problem !== 'object' || problem === null) return ''
  if ('detail' in problem && typeof problem.detail === 'string') return problem.detail
  return messagesIn(problem)
    .map(([, messages]) => problemText(messages))
    .filter(Boolean)
    .join(', ')
}
