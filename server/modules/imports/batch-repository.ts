import * as z from 'zod/mini'
import type { ImportChoices, ImportKind } from '#contract/expenses/imports.ts'
import type { RecordRef } from '#contract/wire/record.ts'
import type { Sql } from '#server/db/db.ts'
import type { RecordText } from '#server/records/record-text.ts'
import { cursorId } from '#server/records/sql/cursor.ts'
import { type ListOrder, type PageRequest, type PageText, queryPage } from '#server/records/sql/page-sql.ts'

/** SQL for a timestamp in the wire format: ISO 8601 in UTC, with milliseconds. */
export const instantSql = (column: string) => `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
/** SQL for a user’s id and name as JSON, from the joined table alias `u`; null without a user. */
export const userJsonSql = (u: string) =>
  `case when ${u}.id is not null then json_build_object('id', ${u}.id, 'first_name', ${u}.first_name,
    'last_name', ${u}.last_name) end`

/**
 * SQL for a batch as the wire shows it, from alias `b`. `by` is the user who imported it, `un` the user who undid it.
 */
const BATCH = `json_build_object('id', b.id, 'client_id', b.client_id, 'kind', b.kind, 'origin', b.origin,
  'file_name', b.file_name, 'row_count', b.row_count, 'known', b.known,
  'doubled', b.doubled, 'left_out', b.left_out, 'alike', b.alike, 'alike_amount', b.alike_amount::float8,
  'first_day', b.first_day, 'last_day', b.last_day,
  'amount', b.amount::float8, 'user', ${userJsonSql('by')}, 'created_at', ${instantSql('b.created_at')},
  'removed', (select count(*) from duplicate_expenses d where d.batch_id = b.id and d.state = 'removed'),
  'undone_at', ${instantSql('b.undone_at')}, 'undone_by', ${userJsonSql('un')}, 'version', b.version)`
const USER_JOINS = 'left join users by on by.id = b.user_id left join users un on un.id = b.undone_by'

const newestFirst: ListOrder<z.ZodMiniTuple> = {
  name: 'newest',
  keys: [
    { sql: '(extract(epoch from b.created_at) * 1000000)::bigint', type: 'bigint' },
    { sql: 'b.id', type: 'bigint' },
  ],
  isDescending: true,
  cursor: z.tuple([cursorId, cursorId]),
}

/** One page of import batches, newest first. */
export function findBatches(sql: Sql, page: PageRequest): Promise<PageText> {
  const list = {
    name: 'imports.list',
    from: 'import_batches b',
    where: 'true',
    count: 'select count(*) from import_batches',
    params: [],
    columns: 'b.*',
    alias: 'b',
    joins: USER_JOINS,
    row: BATCH,
  }
  return queryPage(sql, list, newestFirst, page)
}

const isNumber = (ref: RecordRef) => typeof ref === 'number'
const refCondition = (ref: RecordRef) => (isNumber(ref) ? 'b.id = $1::bigint' : 'b.client_id = $1::uuid')

/** A batch by its id or its `client_id`; null if it does not exist. */
export async function findBatch(sql: Sql, ref: RecordRef): Promise<RecordText | null> {
  const [row] = await sql.query<RecordText>(
    `imports.find.${isNumber(ref) ? 'id' : 'client_id'}`,
    `select ${BATCH}::text as text, b.version from import_batches b ${USER_JOINS} where ${refCondition(ref)}`,
    [ref],
  )
  return row ?? null
}

/** The batch of a report that was imported earlier. */
export interface ImportedBatch {
  readonly id: number
  readonly file_name: string
  readonly created_at: string
}

/** The batch that was imported from a file with this SHA-256 hash (hex). Null if none exists, or if it was undone. */
export async function findBatchByHash(sql: Sql, kind: ImportKind, hash: string): Promise<ImportedBatch | null> {
  const [row] = await sql.query<ImportedBatch>(
    'imports.taken',
    `select id, file_name, ${instantSql('created_at')} as created_at from import_batches
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
 * Inserts a batch. Until the transaction ends, another import of the same bytes or with the same `client_id` waits.
 * Returns the id; null if such a batch exists already.
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

/** Totals of the imported rows. `amount` is in dollars. */
export interface BatchTotals {
  readonly rows: number
  readonly first_day: string | null
  readonly last_day: string | null
  readonly amount: number
}

/**
 * Counts of report rows that were not imported. `known`: already in the books. `doubled`: repeated in the report.
 * `left_out`: skipped by the user’s choice.
 */
export interface SkippedRowCounts {
  readonly known: number
  readonly doubled: number
  readonly left_out: number
  /** Skipped because they are probably in the books already. `alike_amount` is in dollars. */
  readonly alike: number
  readonly alike_amount: number
}

export async function storeBatchResult(
  sql: Sql,
  id: number,
  skipped: SkippedRowCounts,
  totals: BatchTotals,
): Promise<void> {
  const { known, doubled, left_out, alike, alike_amount } = skipped
  await sql.query(
    'imports.settle',
    `update import_batches set row_count = $2::integer, known = $3::integer, first_day = $4::date, last_day = $5::date,
       amount = $6::numeric, doubled = $7::integer, left_out = $8::integer, alike = $9::integer,
       alike_amount = $10::numeric where id = $1::integer`,
    [
      ...[id, totals.rows, known, totals.first_day, totals.last_day, totals.amount],
      ...[doubled, left_out, alike, alike_amount],
    ],
  )
}

/** The kind of a batch; null if the batch does not exist. */
export async function findBatchKind(sql: Sql, ref: RecordRef): Promise<ImportKind | null> {
  const [row] = await sql.query<{ kind: ImportKind }>(
    `imports.kind.${isNumber(ref) ? 'id' : 'client_id'}`,
    `select b.kind from import_batches b where ${refCondition(ref)}`,
    [ref],
  )
  return row?.kind ?? null
}

export interface LockedBatch {
  readonly id: number
  readonly kind: ImportKind
  readonly undone_at: string | null
}

/** A batch, locked until the transaction ends; null if it does not exist. */
export async function lockBatch(sql: Sql, ref: RecordRef): Promise<LockedBatch | null> {
  const [row] = await sql.query<LockedBatch>(
    `imports.lock.${isNumber(ref) ? 'id' : 'client_id'}`,
    `select b.id, b.kind, ${instantSql('b.undone_at')} as undone_at from import_batches b where ${refCondition(ref)} for update`,
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
