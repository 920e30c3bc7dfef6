import * as z from 'zod/mini'
import type { DuplicateState } from '#contract/expenses/duplicate-expenses.ts'
import { IMPORT_KINDS, type ImportKind } from '#contract/expenses/imports.ts'
import type { Sql } from '#server/db/db.ts'
import { instantSql, userJsonSql } from '#server/modules/imports/batch-repository.ts'
import { cursorId } from '#server/records/sql/cursor.ts'
import { type ListOrder, type PageRequest, type PageText, queryPage } from '#server/records/sql/page-sql.ts'

/** SQL for a duplicate as the wire shows it, from alias `d`. `de` is the user who decided it. */
const DUPLICATE = `json_build_object('id', d.id, 'kind', d.kind, 'is_sure', d.is_sure, 'state', d.state, 'stays', d.stays,
  'again', d.again, 'decided_by', ${userJsonSql('de')}, 'decided_at', ${instantSql('d.decided_at')}, 'version', d.version)`
const USER_JOINS = 'left join users de on de.id = d.decided_by'

const newestFirst: ListOrder<z.ZodMiniTuple> = {
  name: 'newest',
  keys: [{ sql: 'd.id', type: 'bigint' }],
  isDescending: true,
  cursor: z.tuple([cursorId]),
}

/** One page of the decided or the open duplicates, newest first. */
export function findDuplicates(sql: Sql, page: PageRequest, isDecided: boolean): Promise<PageText> {
  const where = `d.state ${isDecided ? '<>' : '='} 'open'`
  const list = {
    name: `imports.duplicates.${isDecided ? 'decided' : 'open'}`,
    from: 'duplicate_expenses d',
    where,
    count: `select count(*) from duplicate_expenses d where ${where}`,
    params: [],
    columns: 'd.*',
    alias: 'd',
    joins: USER_JOINS,
    row: DUPLICATE,
  }
  return queryPage(sql, list, newestFirst, page)
}

/** The kinds of these duplicates, in the order in which imports must be locked. */
export async function findDuplicateKinds(sql: Sql, ids: readonly number[]): Promise<readonly ImportKind[]> {
  const rows = await sql.query<{ kind: ImportKind }>(
    'imports.duplicates.kinds',
    'select distinct kind from duplicate_expenses where id = any($1::bigint[])',
    [ids],
  )
  return IMPORT_KINDS.filter((kind) => rows.some((row) => row.kind === kind))
}

export interface LockedDuplicate {
  readonly id: number
  readonly kind: ImportKind
  readonly state: DuplicateState
  /** The name of the user who decided it last; empty if no one did. */
  readonly decider: string
}

/** Locks duplicates until the transaction ends. Deleted ones are missing in the result. */
export function lockDuplicates(sql: Sql, ids: readonly number[]): Promise<LockedDuplicate[]> {
  return sql.query<LockedDuplicate>(
    'imports.duplicates.lock',
    `select d.id, d.kind, d.state, coalesce(trim(de.first_name || ' ' || de.last_name), '') as decider
     from duplicate_expenses d ${USER_JOINS} where d.id = any($1::bigint[]) order by d.id for update of d`,
    [ids],
  )
}

export async function setDuplicateState(
  sql: Sql,
  ids: readonly number[],
  { to, user, now }: { readonly to: DuplicateState; readonly user: number; readonly now: Date },
): Promise<void> {
  await sql.query(
    'imports.duplicates.set',
    `update duplicate_expenses set state = $2, version = version + 1,
       decided_by = case when $2 = 'open' then null else $3::integer end,
       decided_at = case when $2 = 'open' then null else $4::timestamptz end
     where id = any($1::bigint[])`,
    [ids, to, user, now.toISOString()],
  )
}

/** These duplicates as one JSON text, newest first. */
export async function findDuplicatesJson(sql: Sql, ids: readonly number[]): Promise<string> {
  const [row] = await sql.query<{ rows: string }>(
    'imports.duplicates.told',
    `select coalesce(json_agg(${DUPLICATE} order by d.id desc), '[]')::text as rows
     from duplicate_expenses d ${USER_JOINS} where d.id = any($1::bigint[])`,
    [ids],
  )
  return row?.rows ?? '[]'
}
