import type { FieldConflict } from '#contract/wire/problem.ts'
import { Problem } from '#server/base/problem.ts'

/** The fields of a record that a person can change, under the names that the change has on the wire. */
export type Fields = Readonly<Record<string, string | number | boolean | readonly number[] | readonly object[] | null>>
/** What a change asks for: some of the fields. A field that is absent or undefined stays as it is. */
export type Asked<F extends Fields> = { readonly [K in keyof F]?: F[K] | undefined }
/** What became of a field since the person looked: see `fieldConflict`. Empty when the history does not tell. */
export type FieldSince = Pick<FieldConflict, 'was' | 'by' | 'at'>
export type Conflicts = Record<string, FieldConflict>
export type ChangedFields = ReadonlyMap<string, FieldSince>

/**
 * What counts as changed for who saw a version from the future. It was never given by this database (which was restored from a
 * backup): nothing to merge with, so every field that is disputed is for the person to decide.
 */
export const everyField = (disputed: object): ChangedFields =>
  new Map(Object.keys(disputed).map((field) => [field, {}]))

/** Lists are the same when they hold the same in the same order. */
const isSame = (a: unknown, b: unknown) =>
  a === b || (Array.isArray(a) && Array.isArray(b) && JSON.stringify(a) === JSON.stringify(b))

/** The fields that a change asks for, with their new values; `judge` may leave some out. */
function askedOf<F extends Fields>(current: F, asked: Asked<F>, judge: (now: unknown, asked: unknown) => boolean) {
  const fields: Partial<F> = {}
  for (const field of Object.keys(current) as (keyof F)[]) {
    const value = asked[field]
    if (value !== undefined && judge(current[field], value)) fields[field] = value as F[keyof F]
  }
  return fields
}

/** The fields that would really change, with their new values. */
export function differences<F extends Fields>(current: F, asked: Asked<F>): Partial<F> {
  return askedOf(current, asked, (now, value) => !isSame(now, value))
}

/**
 * The fields of a change that a change by others may stand in the way of. Of users who may not view the record these are all
 * that the change asks for: if a right value were let through, they could read a field by guessing, and write nothing.
 */
export function disputable<F extends Fields>(current: F, asked: Asked<F>, isBlind: boolean | undefined): Partial<F> {
  return isBlind ? askedOf(current, asked, () => true) : differences(current, asked)
}

/** Where a change meets one that another user has made since: in the same field (see `disputable`). */
export function conflictsBetween<F extends Fields>(
  current: F,
  disputed: Partial<F>,
  changedByOthers: ChangedFields,
): Conflicts {
  const conflicts: Conflicts = {}
  for (const [field, yours] of Object.entries(disputed)) {
    const since = changedByOthers.get(field)
    if (since) conflicts[field] = { theirs: current[field], yours, ...since }
  }
  return conflicts
}

/** 412 by fields. `current`: the record, or the records, as they are. */
export const conflictProblem = (current: unknown, conflicts: Conflicts) =>
  new Problem(412, { detail: 'Somebody else changed the same fields in the meantime.', current, conflicts })
