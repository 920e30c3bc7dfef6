import * as z from 'zod/mini'
import type { ImportChoices, ImportKind } from '#contract/expenses/imports.ts'
import type { RecordRef } from '#contract/wire/record.ts'
import type { Sql } from '#server/db/db.ts'
import type { RecordText } from '#server/records/record-text.ts'
import { cursorId } from '#server/records/sql/cursor.ts'
import { type ListOrder, type PageRequest, type PageText, queryPage } from '#server/records/sql/page-sql.ts'

/** SQL for an instant as the wire has it. */
export const instant = (column: string) => `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
/** SQL for the user who did something, over the joined user `u`; null for none. */
export const who = (u: string) =>
  `case when ${u}.id is not null then json_build_object('id', ${u}.id, 'first_name', ${u}.first_name,
    'last_name', ${u}.last_name) end`

/** A batch as the wire shows it, over `b`; `by` brought it and `un` took it back. */
const BATCH = `json_build_object('id', b.id, 'client_id', b.client_id, 'kind', b.kind, 'origin', b.origin,
  'file_name', b.file_name, 'row_count', b.row_count, 'known', b.known,
  'doubled', b.doubled, 'left_out', b.left_out, 'alike', b.alike, 'alike_amount', b.alike_amount::float8,
  'first_day', b.first_day, 'last_day', b.last_day,
  'amount', b.amount::float8, 'user', ${who('by')}, 'created_at', ${instant('b.created_at')},
  'removed', (select count(*) from duplicate_expenses d where d.batch_id = b.id and d.state = 'removed'),
  'undone_at', ${instant('b.undone_at')}, 'undone_by', ${who('un')}, 'version', b.version)`
const PEOPLE = 'left join users by on by.id = b.user_id left join users un on un.id = b.undone_by'

const newestFirst: ListOrder<z.ZodMiniTuple> = {
  name: 'newest',
  keys: [
    { sql: '(extract(epoch from b.created_at) * 1000000)::bigint', type: 'bigint' },
    { sql: 'b.id', type: 'bigint' },
  ],
  isDescending: true,
  cursor: z.tuple([cursorId, cursorId]),
}

/** One page of the batches, newest first. */
export function findBatches(sql: Sql, page: PageRequest): Promise<PageText> {
  const list = {
    name: 'imports.list',
    from: 'import_batches b',
    where: 'true',
    count: 'select count(*) from import_batches',
    params: [],
    columns: 'b.*',
    alias: 'b',
    joins: PEOPLE,
    row: BATCH,
  }
  return queryPage(sql, list, newestFirst, page)
}

const isNumber = (ref: RecordRef) => typeof ref === 'number'
const refIs = (ref: RecordRef) => (isNumber(ref) ? 'b.id = $1::bigint' : 'b.client_id = $1::uuid')

/** A batch by its id, or by the name that a device gave it; null when there is none. */
export async function findBatch(sql: Sql, ref: RecordRef): Promise<RecordText | null> {
  const [row] = await sql.query<RecordText>(
    `imports.find.${isNumber(ref) ? 'id' : 'client_id'}`,
    `select ${BATCH}::text as text, b.version from import_batches b ${PEOPLE} where ${refIs(ref)}`,
    [ref],
  )
  return row ?? null
}

/** What is told of a report that was taken in before. */
export interface TakenBatch {
  readonly id: number
  readonly file_name: string
  readonly created_at: string
}

/** The batch as which these bytes stand here; null when they do not, or no more. */
export async function findTaken(sql: Sql, kind: ImportKind, hash: string): Promise<TakenBatch | null> {
  const [row] = await sql.query<TakenBatch>(
    'imports.taken',
    `select id, file_name, ${instant('created_at')} as created_at from import_batches
     where kind = $1 and file_hash = decode($2, 'hex') and undone_at is null`,
    [kind, hash],
  )
  return row ?? null
}

export interface NewBatch {
  readonly client_id: string | null
  readonly kind: ImportKind
  readonly origin: 'upload' | 'folder'
  readonly name: string
  readonly hash: string
  readonly user: number | null
  readonly now: Date
  readonly decided?: ImportChoices | undefined
}

/**
 * Begins a batch, and holds its place against others who bring the same bytes, or the same name of a device, until the
 * transaction ends. Answers its id; null when there is such a batch.
 */
export async function beginBatch(sql: Sql, batch: NewBatch): Promise<number | null> {
  const [row] = await sql.query<{ id: number }>(
    'imports.begin',
    `insert into import_batches (client_id, kind, origin, file_name, file_hash, user_id, created_at, decided,
       is_compared)
     values ($1::uuid, $2, $3, $4, decode($5, 'hex'), $6::integer, $7::timestamptz, $8::json, true)
     on conflict do nothing returning id`,
    [
      ...[batch.client_id, batch.kind, batch.origin, batch.name, batch.hash, batch.user, batch.now.toISOString()],
      batch.decided ? JSON.stringify(batch.decided) : null,
    ],
  )
  return row?.id ?? null
}

/** What a batch came to. `amount` in dollars. */
export interface Brought {
  readonly rows: number
  readonly first_day: string | null
  readonly last_day: string | null
  readonly amount: number
}

/** Rows of a report that brought nothing: here from before, in the report once more, or left out by its bringer. */
export interface BesideRows {
  readonly known: number
  readonly doubled: number
  readonly left_out: number
  /** Left out because they look as if they were here; `alike_amount` in dollars. */
  readonly alike: number
  readonly alike_amount: number
}

export async function settleBatch(sql: Sql, id: number, beside: BesideRows, brought: Brought): Promise<void> {
  const { known, doubled, left_out, alike, alike_amount } = beside
  await sql.query(
    'imports.settle',
    `update import_batches set row_count = $2::integer, known = $3::integer, first_day = $4::date, last_day = $5::date,
       amount = $6::numeric, doubled = $7::integer, left_out = $8::integer, alike = $9::integer,
       alike_amount = $10::numeric where id = $1::integer`,
    [
      ...[id, brought.rows, known, brought.first_day, brought.last_day, brought.amount],
      ...[doubled, left_out, alike, alike_amount],
    ],
  )
}

/** Of what kind a batch is; null when there is none. */
export async function findKind(sql: Sql, ref: RecordRef): Promise<ImportKind | null> {
  const [row] = await sql.query<{ kind: ImportKind }>(
    `imports.kind.${isNumber(ref) ? 'id' : 'client_id'}`,
    `select b.kind from import_batches b where ${refIs(ref)}`,
    [ref],
  )
  return row?.kind ?? null
}

export interface LockedBatch {
  readonly id: number
  readonly kind: ImportKind
  readonly undone_at: string | null
}

/** A batch, locked until the transaction ends; null when there is none. */
export async function lockBatch(sql: Sql, ref: RecordRef): Promise<LockedBatch | null> {
  const [row] = await sql.query<LockedBatch>(
    `imports.lock.${isNumber(ref) ? 'id' : 'client_id'}`,
    `select b.id, b.kind, ${instant('b.undone_at')} as undone_at from import_batches b where ${refIs(ref)} for update`,
    [ref],
  )
  return row ?? null
}

export async function markUndone(sql: Sql, id: number, user: number | null, now: Date): Promise<void> {
  await sql.query(
    'imports.mark_undone',
    `update import_batches set undone_at = $2::timestamptz, undone_by = $3::integer, version = version + 1
     where id = $1::integer`,
    [id, now.toISOString(), user],
  )
}
