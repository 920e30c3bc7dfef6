import type { HealthFacts } from '#contract/maintenance/fleet-health.ts'
import type { UnitKind } from '#contract/units/unit-choices.ts'
import type { Sql } from '#server/db/db.ts'
import { type PapersView, papersUntil } from '#server/records/sql/papers-sql.ts'

export interface UnitHealth extends HealthFacts {
  readonly id: string
  readonly kind: UnitKind
}

/** The facts that determine whether a unit may drive, for all units of these kinds, by id. */
export function findHealth(sql: Sql, kinds: readonly UnitKind[], { papers, today }: PapersView): Promise<UnitHealth[]> {
  return sql.query<UnitHealth>(
    `units.health.${papers}`,
    `with major as (
       select unit_id, count(*)::integer as defects from defects where state = 'open' and urgency = 'major' group by 1)
     select t.id, t.kind, t.status, t.status_date_to, t.inspection_passed_date, t.next_service_date, t.registration_expire,
       coalesce(major.defects, 0) as open_major_defects,
       case when d.id is not null then json_build_object('papers_until', ${papersUntil(papers, '$2')}) end as driver
     from units t left join drivers d on d.id = t.driver_id left join major on major.unit_id = t.id
     where t.kind = any($1::text[]) order by t.id collate "C"`,
    [kinds, today],
  )
}
