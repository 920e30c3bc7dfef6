import { instantText } from './sql/instant-sql.ts'

/** The SQL types of the columns that hold fields of records. */
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

/** The type of a field's column, with the column's name where it differs from the field's. */
type ColumnOf = ColumnType | readonly [column: string, type: ColumnType]

/**
 * The fields `F` that a record has on the wire; a compile error that names each of `Names` that `F` lacks. `Names` are the
 * fields that a change may carry: without this check a new one would be answered with 200 and stored nowhere.
 */
export type StoredFields<Names extends PropertyKey, F extends Readonly<Record<Names, unknown>>> = F

/** SQL for the columns of the fields `F`, always in the same order. */
export interface Columns<F> {
  /** The names of the columns. */
  readonly names: string
  /** What a `select` reads from the table `t`: each column under its field's name, which `prefix` may stand before. */
  read(t: string, prefix?: string): string
  /** SQL for each field over the table `t`, as JSON has its value. */
  sqlOf(t: string): Readonly<Record<keyof F & string, string>>
  /** The fields as JSON text, for a parameter. What else the object holds is left out: it may be a password. */
  json(fields: F): string
  /** The fields as a row `r`; `json` is SQL for the parameter that holds them as JSON text. */
  row(json: string, r?: string): string
  /** The fields of that row. */
  given(r?: string): string
  /** What an `update` sets: every column, to its field in the JSON text. */
  set(json: string): string
  /**
   * What an upsert sets of the row that exists: each column to the value that was given, but those of the fields in `except`
   * to the SQL there.
   */
  excluded(except?: Readonly<Partial<Record<keyof F & string, string>>>): string
}

/** How JSON and the database's driver need a column to be read, by its type; others are read as they are. */
const READ_AS: Readonly<Partial<Record<ColumnType, (column: string) => string>>> = {
  timestamptz: instantText,
  'smallint[]': (column) => `to_json(${column})`,
}

/**
 * The columns of the fields `F` of a record: one for every field, so that one without a column is a compile error. From this
 * list statements are made, and nothing else names the columns of fields that people change.
 */
export function columnsOf<F extends object>(table: Readonly<Record<keyof F & string, ColumnOf>>): Columns<F> {
  const fields = Object.keys(table) as (keyof F & string)[]
  const columns = fields.map((field) => {
    const of: ColumnOf = table[field]
    const [column, type] = typeof of === 'string' ? [field, of] : of
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
  const given = (r = 'r') => list(({ field }) => `${r}."${field}"`)
  return {
    names,
    read: (t, prefix = '') => list((one) => `${readAs(one, t)} as "${prefix}${one.field}"`),
    // Each of the fields is a key of it.
    sqlOf: (t) =>
      Object.fromEntries(columns.map((one) => [one.field, readAs(one, t)])) as Record<keyof F & string, string>,
    json: (values) => JSON.stringify(Object.fromEntries(fields.map((field) => [field, values[field]]))),
    row,
    given,
    set: (json) => `(${names}) = (select ${given()} from ${row(json)})`,
    excluded: (except) => list(({ field, column }) => `${column} = ${except?.[field] ?? `excluded.${column}`}`),
  }
}
