import type { FieldConflict } from '#contract/problem.ts'
import { Problem } from '#server/http/problem.ts'

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
 * backup): nothing to merge with, so every field that differs is for the person to decide.
 */
export const everyField = (differs: object): ChangedFields => new Map(Object.keys(differs).map((field) => [field, {}]))

/** Lists are the same when they hold the same in the same order. */
const isSame = (a: unknown, b: unknown) =>
  a === b || (Array.isArray(a) && Array.isArray(b) && JSON.stringify(a) === JSON.stringify(b))

/** The fields that would really change, with their new values. */
export function differences<F extends Fields>(current: F, asked: Asked<F>): Partial<F> {
  const differs: Partial<F> = {}
  for (const field of Object.keys(current) as (keyof F)[]) {
    const value = asked[field]
    if (value !== undefined && !isSame(value, current[field])) differs[field] = value as F[keyof F]
  }
  return differs
}

/** Where a change meets one made by somebody else since: the same field, and not to the same value. */
export function conflictsBetween<F extends Fields>(
  current: F,
  differs: Partial<F>,
  changedByOthers: ChangedFields,
): Conflicts {
  const conflicts: Conflicts = {}
  for (const [field, yours] of Object.entries(differs)) {
    const since = changedByOthers.get(field)
    if (since) conflicts[field] = { theirs: current[field], yours, ...since }
  }
  return conflicts
}

/** 412 by fields. `current`: the record, or the records, as they are. */
export const conflictProblem = (current: unknown, conflicts: Conflicts) =>
  new Problem(412, { detail: 'Somebody else changed the same fields in the meantime.', current, conflicts })
