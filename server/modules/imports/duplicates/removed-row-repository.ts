import type { ImportKind } from '#contract/expenses/imports.ts'
import type { Sql } from '#server/db/db.ts'
import { namesIn, REPORT_ROWS, SOURCE } from '#server/modules/imports/row-repository.ts'
import { held } from '#server/records/owners/held-owners.ts'

/** Takes the rows that count an expense again out of the books, and keeps them at their duplicates. */
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

/** Puts rows back that were taken out of the books. A unit or driver that is gone since has them no more. */
export async function putRowsBack(sql: Sql, kind: ImportKind, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return
  const { table, columns, hasDrivers } = REPORT_ROWS[kind]
  const given = namesIn(columns)
  const owners = hasDrivers ? (['unit', 'driver'] as const) : (['unit'] as const)
  const ownerColumns = owners.flatMap((owner) => [`${owner}_id`, `${owner}_is_gone`]).join(', ')
  const now = owners.map((owner) => `${held(`${owner}s`, `r.${owner}_id`)} as ${owner}_now`).join(', ')
  const whose = owners.map(
    (owner) => `o.${owner}_now, o.${owner}_is_gone or o.${owner}_id is not null and o.${owner}_now is null`,
  )
  await sql.query(
    `imports.duplicates.put_back.${kind}`,
    `with back as (
       update duplicate_expenses d set removed = null from duplicate_expenses before
       where d.id = any($1::bigint[]) and d.kind = '${kind}' and before.id = d.id and before.removed is not null
       returning before.removed, d.batch_id),
     owned as (
       select r.*, back.batch_id, ${now} from back cross join lateral json_to_record(back.removed) as r (id bigint, ${columns},
         unit_id text, unit_is_gone boolean, driver_id integer, driver_is_gone boolean))
     insert into ${table} (id, ${given}, ${ownerColumns}, source, batch_id)
     select o.id, ${given}, ${whose.join(', ')}, '${SOURCE}', o.batch_id from owned o order by o.id
     on conflict do nothing`,
    [ids],
  )
}

/**
 * Before the rows of a batch go: puts back what was taken out of the books for one of them, has its day compared anew, and
 * forgets the duplicates.
 */
export async function forgetDuplicates(sql: Sql, kind: ImportKind, batch: number): Promise<void> {
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
  await putRowsBack(
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
