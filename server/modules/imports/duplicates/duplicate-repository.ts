import * as z from 'zod/mini'
import type { DuplicateState } from '#contract/expenses/duplicate-expenses.ts'
import { IMPORT_KINDS, type ImportKind } from '#contract/expenses/imports.ts'
import type { Sql } from '#server/db/db.ts'
import { instant, who } from '#server/modules/imports/batch-repository.ts'
import { cursorId } from '#server/records/sql/cursor.ts'
import { type ListOrder, type PageRequest, type PageText, queryPage } from '#server/records/sql/page-sql.ts'

/** A duplicate as the wire shows it, over `d`; `de` decided it. */
const DUPLICATE = `json_build_object('id', d.id, 'kind', d.kind, 'is_sure', d.is_sure, 'state', d.state, 'stays', d.stays,
  'again', d.again, 'decided_by', ${who('de')}, 'decided_at', ${instant('d.decided_at')}, 'version', d.version)`
const PEOPLE = 'left join users de on de.id = d.decided_by'

const newestFirst: ListOrder<z.ZodMiniTuple> = {
  name: 'newest',
  keys: [{ sql: 'd.id', type: 'bigint' }],
  isDescending: true,
  cursor: z.tuple([cursorId]),
}

/** One page of the duplicates that are decided, or are not, newest first. */
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
    joins: PEOPLE,
    row: DUPLICATE,
  }
  return queryPage(sql, list, newestFirst, page)
}

/** The kinds of these duplicates, in the order in which turns are taken. */
export async function kindsOf(sql: Sql, ids: readonly number[]): Promise<readonly ImportKind[]> {
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
  /** The name of the user who decided it last; empty for none. */
  readonly decider: string
}

/** Duplicates, locked until the transaction ends; without those that are gone. */
export function lockDuplicates(sql: Sql, ids: readonly number[]): Promise<LockedDuplicate[]> {
  return sql.query<LockedDuplicate>(
    'imports.duplicates.lock',
    `select d.id, d.kind, d.state, coalesce(trim(de.first_name || ' ' || de.last_name), '') as decider
     from duplicate_expenses d ${PEOPLE} where d.id = any($1::bigint[]) order by d.id for update of d`,
    [ids],
  )
}

export async function setState(
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
export async function findTold(sql: Sql, ids: readonly number[]): Promise<string> {
  const [row] = await sql.query<{ rows: string }>(
    'imports.duplicates.told',
    `select coalesce(json_agg(${DUPLICATE} order by d.id desc), '[]')::text as rows
     from duplicate_expenses d ${PEOPLE} where d.id = any($1::bigint[])`,
    [ids],
  )
  return row?.rows ?? '[]'
}
