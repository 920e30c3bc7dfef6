import * as z from 'zod/mini'
import type { RecordRef } from '#contract/wire/record.ts'
import type { Sql } from '#server/db/db.ts'
import type { RecordStore } from '#server/records/change-record.ts'
import type { Columns } from '#server/records/columns.ts'
import { HISTORY_PARAMS, type HistoryLog, historyInsert, historyParams } from '#server/records/history-log.ts'
import { jsonFields } from '#server/records/json-object.ts'
import type { Fields } from '#server/records/merge.ts'
import { namedParams } from '#server/records/named-params.ts'
import { type AreaOfDeletedNames, RECORD_TABLES } from '#server/records/record-tables.ts'
import type { RecordText } from '#server/records/record-text.ts'
import { cursorId, cursorText } from '#server/records/sql/cursor.ts'
import { type ListOrder, type PageRequest, type PageText, queryPage } from '#server/records/sql/page-sql.ts'
import type { KeyedListSql } from '#server/records/sync/changed-rows-sql.ts'

/** The fields of a record on the wire that users do not change. */
export interface RecordHead {
  readonly id: number
  readonly client_id: string | null
  readonly version: number
}

/** The fields of the wire record `Row` that users change. */
export type FieldsIn<Row extends RecordHead> = Omit<Row, keyof RecordHead>

interface PlainParts<F> {
  /** `RECORD_TABLES` names the table of this area. */
  readonly area: AreaOfDeletedNames
  readonly columns: Columns<F>
  /** The sort order of the list. Its keys use the table alias `t`. */
  readonly order: ListOrder<z.ZodMiniTuple>
}

/** The statements for records that are rows of one table. */
export interface PlainRows<F extends Fields> {
  /** The store for `changeRecord`. It finds records by id. */
  readonly store: RecordStore<F> & { readonly area: AreaOfDeletedNames }
  /** One page of the list. Throws a 400 for a cursor from another list. */
  findPage(sql: Sql, page: PageRequest): Promise<PageText>
  /** The list whose pages `findPage` reads. */
  readonly list: KeyedListSql
  /** The id of the record with this id or `client_id`. Null when it does not exist. */
  findId(sql: Sql, ref: RecordRef): Promise<number | null>
  /** Inserts a record, logs it and returns it as JSON. */
  insert(sql: Sql, client_id: string | null, fields: F, log: HistoryLog): Promise<RecordText>
  /** Deletes a record. Its `client_id` stays stored for `findDeletedRecord`. */
  delete(sql: Sql, id: number): Promise<void>
}

const WRITE = namedParams('id', 'fields', ...HISTORY_PARAMS)
const INSERT = namedParams('client_id', 'fields', ...HISTORY_PARAMS)

/** The SQL statements. `row` is SQL for a record of table `t` as JSON. */
function statementsOf<F extends Fields>({ area, columns }: PlainParts<F>) {
  const { table, deletedNames } = RECORD_TABLES[area]
  const head = { id: 't.id', ...columns.sqlOf('t'), client_id: 't.client_id', version: 't.version' }
  const row = `json_build_object(${jsonFields(head)})`
  const answer = `select ${row}::text as text, t.version`
  return {
    row,
    id: `select id from ${table} where id = $1::bigint`,
    idByName: `select id from ${table} where client_id = $1::uuid`,
    lock: `select t.id, t.version, ${columns.read('t')} from ${table} t where t.id = $1::bigint for update`,
    find: `${answer} from ${table} t where t.id = $1::bigint`,
    write: `
      with t as (update ${table} set ${columns.set(WRITE.$.fields)}, version = version + 1
        where id = ${WRITE.$.id}::integer returning *),
      logged as (${historyInsert(WRITE.$, `${WRITE.$.id}::integer`)}) ${answer} from t`,
    insert: `
      with t as (insert into ${table} (client_id, ${columns.names})
        select ${INSERT.$.client_id}::uuid, ${columns.rowFields()} from ${columns.row(INSERT.$.fields)} returning *),
      logged as (${historyInsert(INSERT.$, 't.id')}, t) ${answer} from t`,
    delete: `
      with gone as (delete from ${table} where id = $1::integer returning id, client_id)
      insert into ${deletedNames.table} (client_id, ${deletedNames.id})
      select client_id, id from gone where client_id is not null
      on conflict (client_id) do update set ${deletedNames.id} = excluded.${deletedNames.id}`,
  }
}

async function queryRecord(sql: Sql, name: string, text: string, params: readonly unknown[]): Promise<RecordText> {
  const [row] = await sql.query<RecordText>(name, text, params)
  if (!row) throw new Error(`${name}: no answer`)
  return row
}

function storeOf<F extends Fields>(
  { area, columns }: PlainParts<F>,
  statements: ReturnType<typeof statementsOf>,
): PlainRows<F>['store'] {
  return {
    area,
    async lock(sql, ref) {
      const [row] = await sql.query<F & { id: number; version: number }>(`${area}.lock`, statements.lock, [ref])
      if (!row) return null
      const { id, version, ...fields } = row
      // The rest of the row is what `columns` reads: the fields `F`. The compiler can't infer this for a generic type.
      return { id, version, fields: fields as unknown as F }
    },
    write(sql, id, fields, log) {
      const params = WRITE.valuesOf({ id, fields: columns.json(fields), ...historyParams(log) })
      return queryRecord(sql, `${area}.write`, statements.write, params)
    },
    async find(sql, ref) {
      const [row] = await sql.query<RecordText>(`${area}.find`, statements.find, [ref])
      return row ?? null
    },
  }
}

/**
 * The rows of records whose fields `F` are all stored in one table, and which users create, change and delete. An area
 * declares its columns and its sort order and needs no SQL of its own. `plainRecords` adds the operations for users.
 *
 * ```ts
 * type ContactFields = StoredFields<Exclude<keyof ContactChange | keyof NewContact, 'client_id'>, FieldsIn<Contact>>
 *
 * export const contactRows = plainRows<ContactFields>({
 *   area: 'contacts',
 *   columns: columnsOf({ department_name: 'text', email: 'text', location: 'text', phones: 'jsonb' }),
 *   order: byText('name', 'department_name'),
 * })
 * ```
 */
export function plainRows<F extends Fields>(parts: PlainParts<F>): PlainRows<F> {
  const { area, columns, order } = parts
  const { table } = RECORD_TABLES[area]
  const statements = statementsOf(parts)
  const list: KeyedListSql = {
    name: `${area}.list`,
    id: 't.id',
    from: `${table} t`,
    where: 'true',
    count: `select count(*) from ${table}`,
    params: [],
    columns: 't.*',
    alias: 't',
    joins: '',
    row: statements.row,
  }
  return {
    store: storeOf(parts, statements),
    list,
    findPage: (sql, page) => queryPage(sql, list, order, page),
    async findId(sql, ref) {
      const [name, text] = typeof ref === 'string' ? ['id_by_name', statements.idByName] : ['id', statements.id]
      const [found] = await sql.query<{ id: number }>(`${area}.${name}`, text, [ref])
      return found?.id ?? null
    },
    insert(sql, client_id, fields, log) {
      const params = INSERT.valuesOf({ client_id, fields: columns.json(fields), ...historyParams(log) })
      return queryRecord(sql, `${area}.insert`, statements.insert, params)
    },
    async delete(sql, id) {
      await sql.query(`${area}.delete`, statements.delete, [id])
    },
  }
}

/** The sort order by a text column, ignoring case, then by id. It matches `byText` of the contract. */
export const byText = (name: string, column: string): ListOrder<z.ZodMiniTuple> => ({
  name,
  keys: [
    { sql: `lower(t.${column} collate "C")`, type: 'text' },
    { sql: 't.id', type: 'bigint' },
  ],
  cursor: z.tuple([cursorText, cursorId]),
})
