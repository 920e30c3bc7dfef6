/** The fields of a record that a person can change, under the names that the change has on the wire. */
export type Fields = Readonly<Record<string, string | number | null>>
/** What a change asks for: some of the fields. A field that is absent or undefined stays as it is. */
export type Asked<F extends Fields> = { readonly [K in keyof F]?: F[K] | undefined }
export type Conflicts = Record<string, { readonly theirs: unknown; readonly yours: unknown }>

/** The fields that would really change, with their new values. */
export function differences<F extends Fields>(current: F, asked: Asked<F>): Partial<F> {
  const differs: Partial<F> = {}
  for (const field of Object.keys(current) as (keyof F)[]) {
    const value = asked[field]
    if (value !== undefined && value !== current[field]) differs[field] = value as F[keyof F]
  }
  return differs
}

/** Where a change meets one made by somebody else since: the same field, and not to the same value. */
export function conflictsBetween<F extends Fields>(
  current: F,
  differs: Partial<F>,
  changedByOthers: ReadonlySet<string>,
) {
  const conflicts: Conflicts = {}
  for (const [field, yours] of Object.entries(differs)) {
    if (changedByOthers.has(field)) conflicts[field] = { theirs: current[field], yours }
  }
  return conflicts
}
