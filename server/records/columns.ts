import { instantText } from './sql/instant-sql.ts'

/** The SQL types of columns that store record fields. */
type ColumnType =
  | 'bigint'
  | 'boolean'
  | 'date'
  | 'integer'
  | 'jsonb'
  | 'numeric'
  | 'smallint'
  | 'smallint[]'
  | 'text'
  | 'timestamptz'
  | 'uuid'

/** The SQL type of a field's column, preceded by the column's name when it differs from the field's name. */
type ColumnDeclaration = ColumnType | readonly [column: string, type: ColumnType]

/**
 * The fields `F` of a record on the wire. `Names` are the fields that a change can carry. A field of `Names` that is
 * missing in `F` is a compile error: without this check the server would respond 200 to a new field and store it
 * nowhere.
 */
export type StoredFields<Names extends PropertyKey, F extends Readonly<Record<Names, unknown>>> = F

/** SQL for the columns of the fields `F`. All parts list the columns in the same order. */
export interface Columns<F> {
  /** The column names, separated by commas. */
  readonly names: string
  /** The `select` list for table `t`: each column under its field's name, preceded by `prefix`. */
  read(t: string, prefix?: string): string
  /** SQL for each field of table `t`, with the value in its JSON form. */
  sqlOf(t: string): Readonly<Record<keyof F & string, string>>
  /** The fields as JSON text, for a parameter. Other properties of the object are left out, for example a password. */
  json(fields: F): string
  /** A `from` item: the fields as a row `r`. `json` is SQL for the parameter with the JSON text, for example `$1`. */
  row(json: string, r?: string): string
  /** The `select` list for that row. */
  rowFields(r?: string): string
  /** The `set` list of an `update`: sets every column to its field in the JSON text. */
  set(json: string): string
  /**
   * The `set` list of an `on conflict do update`: sets each column to the inserted value. `except` has different SQL
   * for some fields.
   */
  excluded(except?: Readonly<Partial<Record<keyof F & string, string>>>): string
}

/**
 * How to read columns of some types, so that JSON and the database driver get the right value. Other types are read as
 * is.
 */
const READ_AS: Readonly<Partial<Record<ColumnType, (column: string) => string>>> = {
  timestamptz: instantText,
  'smallint[]': (column) => `to_json(${column})`,
}

/**
 * Declares the columns for the fields `F` of a record, and derives the parts of its SQL statements from them. A field
 * without a column is a compile error. No other place names the columns of fields that users change.
 *
 * ```ts
 * const columns = columnsOf<ContactFields>({ department_name: 'text', email: 'text', location: 'text', phones: 'jsonb' })
 * columns.names // department_name, email, location, phones
 * columns.read('t') // t.department_name as "department_name", t.email as "email", …
 * columns.set('$1') // (department_name, email, …) = (select r."department_name", … from json_to_record($1::json) as r(…))
 * ```
 *
 * A field whose column has another name is declared as `driver: ['driver_id', 'integer']`.
 */
export function columnsOf<F extends object>(table: Readonly<Record<keyof F & string, ColumnDeclaration>>): Columns<F> {
  const fields = Object.keys(table) as (keyof F & string)[]
  const columns = fields.map((field) => {
    const declaration: ColumnDeclaration = table[field]
    const [column, type] = typeof declaration === 'string' ? [field, declaration] : declaration
    return { field, column, type }
  })
  const list = (sqlOf: (one: (typeof columns)[number]) => string) => columns.map(sqlOf).join(', ')
  const names = list(({ column }) => column)
  const readAs = ({ column, type }: (typeof columns)[number], t: string) => {
    const sql = `${t}.${column}`
    return READ_AS[type]?.(sql) ?? sql
  }
  const row = (json: string, r = 'r') =>
    `json_to_record(${json}::json) as ${r}(${list(({ field, type }) => `"${field}" ${type}`)})`
  const rowFields = (r = 'r') => list(({ field }) => `${r}."${field}"`)
  return {
    names,
    read: (t, prefix = '') => list((one) => `${readAs(one, t)} as "${prefix}${one.field}"`),
    // The keys are the names of all fields.
    sqlOf: (t) =>
      Object.fromEntries(columns.map((one) => [one.field, readAs(one, t)])) as Record<keyof F & string, string>,
    json: (values) => JSON.stringify(Object.fromEntries(fields.map((field) => [field, values[field]]))),
    row,
    rowFields,
    set: (json) => `(${names}) = (select ${rowFields()} from ${row(json)})`,
    excluded: (except) => list(({ field, column }) => `${column} = ${except?.[field] ?? `excluded.${column}`}`),
  }
}
