import type { ImportKind } from '#contract/expenses/imports.ts'
import type { Sql } from '#server/db/db.ts'
import { columnNames, REPORT_ROWS, SOURCE } from '#server/modules/imports/row-repository.ts'
import { lockedIdSql } from '#server/records/owners/locked-owners.ts'

/** Deletes the copies from the books and stores them in their duplicates, so that they can be restored. */
export async function removeRows(sql: Sql, kind: ImportKind, ids: readonly number[]): Promise<void> {
  await sql.query(
    `imports.duplicates.remove.${kind}`,
    `with gone as (
       delete from ${REPORT_ROWS[kind].table} t using duplicate_expenses d
       where d.id = any($1::bigint[]) and d.kind = '${kind}' and t.id = d.again_id returning d.id, row_to_json(t) as row)
     update duplicate_expenses d set removed = gone.row from gone where d.id = gone.id`,
    [ids],
  )
}

/**
 * Restores removed rows to the books. An owner that was deleted meanwhile is not restored: the row is marked
 * `…_is_gone`.
 */
export async function restoreRows(sql: Sql, kind: ImportKind, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return
  const { table, columns, hasDrivers } = REPORT_ROWS[kind]
  const names = columnNames(columns)
  const owners = hasDrivers ? (['unit', 'driver'] as const) : (['unit'] as const)
  const ownerColumns = owners.flatMap((owner) => [`${owner}_id`, `${owner}_is_gone`]).join(', ')
  const lockedOwners = owners.map((owner) => `${lockedIdSql(`${owner}s`, `r.${owner}_id`)} as ${owner}_now`).join(', ')
  const ownerValues = owners.map(
    (owner) => `o.${owner}_now, o.${owner}_is_gone or o.${owner}_id is not null and o.${owner}_now is null`,
  )
  await sql.query(
    `imports.duplicates.put_back.${kind}`,
    `with back as (
       update duplicate_expenses d set removed = null from duplicate_expenses before
       where d.id = any($1::bigint[]) and d.kind = '${kind}' and before.id = d.id and before.removed is not null
       returning before.removed, d.batch_id),
     owned as (
       select r.*, back.batch_id, ${lockedOwners} from back cross join lateral json_to_record(back.removed) as r (id bigint, ${columns},
         unit_id text, unit_is_gone boolean, driver_id integer, driver_is_gone boolean))
     insert into ${table} (id, ${names}, ${ownerColumns}, source, batch_id)
     select o.id, ${names}, ${ownerValues.join(', ')}, '${SOURCE}', o.batch_id from owned o order by o.id
     on conflict do nothing`,
    [ids],
  )
}

/**
 * Deletes the duplicates of a batch before its rows are deleted. Rows of other batches that were removed as copies of
 * its rows are restored, and their days are compared again.
 */
export async function deleteDuplicatesOfBatch(sql: Sql, kind: ImportKind, batch: number): Promise<void> {
  const { table } = REPORT_ROWS[kind]
  const leaving = await sql.query<{ id: number; batch_id: number; date: string }>(
    `imports.duplicates.leaving.${kind}`,
    `select d.id, d.batch_id, (d.stays ->> 'date') as date from duplicate_expenses d
     where d.kind = '${kind}' and (d.batch_id = $1::integer
       or exists (select from ${table} t where t.id = d.stays_id and t.batch_id = $1::integer))`,
    [batch],
  )
  if (leaving.length === 0) return
  const others = leaving.filter(({ batch_id }) => batch_id !== batch)
  await restoreRows(
    sql,
    kind,
    others.map(({ id }) => id),
  )
  await sql.query(
    'imports.duplicates.forget',
    `with gone as (delete from duplicate_expenses where id = any($1::bigint[]))
     insert into uncompared_days (kind, date) select '${kind}', date from (select distinct unnest($2::date[]) as date) days
     order by date on conflict do nothing`,
    [leaving.map(({ id }) => id), others.map(({ date }) => date)],
  )
}
