/** SQL for each field of `Shape`; null, which leaves a field out, only for one that may be undefined. */
type FieldSql<Shape> = {
  readonly [Field in keyof Shape & string]-?: undefined extends Shape[Field] ? string | null : string
}

/**
 * SQL for a JSON object, from the SQL for each of its fields, in the order given; null leaves a field out. `Shape` is the
 * contract's type of the object: a field that it has and `fields` lacks is a compile error, and so is one that it does not
 * have, and one that is left out though every such object has it. What is spread into `fields` is not judged by that.
 */
export const jsonObject = <Shape extends object>(fields: FieldSql<Shape>): string =>
  `json_build_object(${jsonFields(fields)})`

/** SQL for fields of a JSON object, as `json_build_object` takes them. */
export const jsonFields = (fields: Readonly<Record<string, string | null>>): string =>
  Object.entries(fields)
    .filter(([, sql]) => sql !== null)
    .map(([name, sql]) => `'${name}', ${sql}`)
    .join(', ')
