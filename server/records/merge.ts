import type { FieldConflict } from '#contract/wire/problem.ts'
import { Problem } from '#server/base/problem.ts'

/** The fields of a record that users can change, under their names on the wire. */
export type Fields = Readonly<Record<string, string | number | boolean | readonly number[] | readonly object[] | null>>
/** The new values that a change requests. A field that is absent or undefined stays as it is. */
export type RequestedFields<F extends Fields> = { readonly [K in keyof F]?: F[K] | undefined }
/**
 * How others changed a field since the user saw the record (see `fieldConflict`). Empty when the history does not show
 * it.
 */
export type ChangeByOthers = Pick<FieldConflict, 'was' | 'by' | 'at'>
/** The conflicts of a change, by field name. */
export type Conflicts = Record<string, FieldConflict>
/** The changes by others, by field name. */
export type ChangesByOthers = ReadonlyMap<string, ChangeByOthers>

/**
 * Treats all disputed fields as changed. Used when the user saw a version newer than the current one. This happens
 * after the database was restored from a backup. The history then can't be compared, so the user decides about every
 * field.
 */
export const allFieldsChanged = (disputed: object): ChangesByOthers =>
  new Map(Object.keys(disputed).map((field) => [field, {}]))

/** Lists are equal when they have the same items in the same order. */
const isEqual = (a: unknown, b: unknown) =>
  a === b || (Array.isArray(a) && Array.isArray(b) && JSON.stringify(a) === JSON.stringify(b))

/** The requested fields that `isPicked` accepts, with their new values. */
function pickRequested<F extends Fields>(
  current: F,
  requested: RequestedFields<F>,
  isPicked: (now: unknown, requested: unknown) => boolean,
) {
  const fields: Partial<F> = {}
  for (const field of Object.keys(current) as (keyof F)[]) {
    const value = requested[field]
    if (value !== undefined && isPicked(current[field], value)) fields[field] = value as F[keyof F]
  }
  return fields
}

/** The requested fields whose value differs from the current one, with their new values. */
export function differences<F extends Fields>(current: F, requested: RequestedFields<F>): Partial<F> {
  return pickRequested(current, requested, (now, value) => !isEqual(now, value))
}

/**
 * The fields of a change that can conflict with changes by others: those that differ from the current value. For users
 * who may not view the record, all requested fields: otherwise such a user could learn a field's value by guessing,
 * because a right guess would pass without a conflict and write nothing.
 */
export function disputableFields<F extends Fields>(
  current: F,
  requested: RequestedFields<F>,
  isBlind: boolean | undefined,
): Partial<F> {
  return isBlind ? pickRequested(current, requested, () => true) : differences(current, requested)
}

/** The disputed fields (see `disputableFields`) that others changed too, with both values. */
export function conflictsBetween<F extends Fields>(
  current: F,
  disputed: Partial<F>,
  changedByOthers: ChangesByOthers,
): Conflicts {
  const conflicts: Conflicts = {}
  for (const [field, yours] of Object.entries(disputed)) {
    const change = changedByOthers.get(field)
    if (change) conflicts[field] = { theirs: current[field], yours, ...change }
  }
  return conflicts
}

/** The 412 that lists conflicts by field. `current` is the record, or the records, as they are now. */
export const conflictProblem = (current: unknown, conflicts: Conflicts) =>
  new Problem(412, { detail: 'Another user changed the same fields in the meantime.', current, conflicts })
