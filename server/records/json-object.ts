/**
 * SQL for a JSON object, from the SQL for each of its fields, in the order given; null leaves a field out. `Shape` is the
 * contract's type of the object: a field that it has and `fields` lacks is a compile error, and so is one that it does not have.
 */
export const jsonObject = <Shape extends object>(
  fields: Readonly<Record<keyof Shape & string, string | null>>,
): string => `json_build_object(${jsonFields(fields)})`

/** SQL for fields of a JSON object, as `json_build_object` takes them. */
export const jsonFields = (fields: Readonly<Record<string, string | null>>): string =>
  Object.entries(fields)
    .filter(([, sql]) => sql !== null)
    .map(([name, sql]) => `'${name}', ${sql}`)
    .join(', ')
