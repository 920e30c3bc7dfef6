import type { UnitSort } from '#contract/units.ts'
import type { Sql } from '#server/db/db.ts'
import { identifierSql } from '#server/records/identifier-sql.ts'

/** What is written on a unit, its id among it, by which it is found on the road. */
export const MARKS = ['id', 'unit_number', 'licence_plate', 'transponder_id'] as const
export type MarkField = (typeof MARKS)[number]

/** Since when each of them is written on a unit, as its history tells; what history does not tell is left out. */
export async function findMarkedSince(
  sql: Sql,
  kind: UnitSort,
  id: string,
): Promise<ReadonlyMap<MarkField, { readonly at: string }>> {
  const rows = await sql.query<{ field: MarkField; at: string }>(
    'units.marked_since',
    // What a former unit of that id left in history is not this one's; its first version tells when it was made.
    `with own as (
       select h.version, h.field, h.at, former.last from history h, (
         select coalesce(max(version), 0) as last from history
         where area = $1 and record_id = $2 and field = 'is_deleted') former
       where h.area = $1 and h.record_id = $2 and h.version > former.last)
     select field, max(at) as at from own where field = any($3::text[]) group by field
     union all select 'id', min(at) from own where version = last + 1 having count(*) > 0`,
    [`${kind}s`, id, MARKS],
  )
  return new Map(rows.map(({ field, at }) => [field, { at }]))
}

/** Days as `yyyy-MM-dd`: the first one when it was written there, and the one when the unit was deleted. */
export interface FormerMark {
  readonly field: MarkField
  readonly mark: string
  readonly since: string | null
  readonly until: string
}

export async function keepFormerMarks(sql: Sql, marks: readonly FormerMark[]): Promise<void> {
  await sql.query(
    'units.keep_former_marks',
    `insert into former_marks (field, mark, since, until)
     select r.field, case when r.field = 'id' then r.mark else ${identifierSql('r.mark')} end, r.since, r.until
     from json_to_recordset($1::json) as r (field text, mark text, since date, until date)`,
    [JSON.stringify(marks)],
  )
}
