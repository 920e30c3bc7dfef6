/** SQL for each field of `Shape`. Null leaves a field out; only fields that may be undefined accept null. */
type FieldSql<Shape> = {
  readonly [Field in keyof Shape & string]-?: undefined extends Shape[Field] ? string | null : string
}

/**
 * SQL for a JSON object with the fields in this order. Null leaves a field out. `Shape` is the contract's type of the
 * object. A missing field, an unknown field and null for a required field are compile errors. Fields that are spread
 * into `fields` are not checked for unknown names.
 */
export const jsonObject = <Shape extends object>(fields: FieldSql<Shape>): string =>
  `json_build_object(${jsonFields(fields)})`

/** The arguments of `json_build_object` for these fields. */
export const jsonFields = (fields: Readonly<Record<string, string | null>>): string =>
  Object.entries(fields)
    .filter(([, sql]) => sql !== null)
    .map(([name, sql]) => `'${name}', ${sql}`)
    .join(', ')
