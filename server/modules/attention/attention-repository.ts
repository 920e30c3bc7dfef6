import { ATTENTION_KINDS, MOST_ID, MOST_OF_A_KIND, NOTICE_DAYS } from '#contract/attention.ts'
import { PLANNED_SERVICES } from '#contract/maintenance-choices.ts'
import type { UnitSort } from '#contract/units.ts'
import type { Sql } from '#server/db/db.ts'
import { IS_UPCOMING, SERVICE_TITLE, SOONEST, UNIT_TITLE } from '#server/records/inspection-sql.ts'
import { type Papers, papersUntil } from '#server/records/papers-sql.ts'
import { personNameJson } from '#server/records/person.ts'

/** Whose attention is asked for: what they may view decides which records are told. */
export interface AttentionSight {
  /** The number of the user: who drives sees the own papers. */
  readonly user: number
  readonly today: string
  readonly hasDrivers: boolean
  readonly kinds: readonly UnitSort[]
  readonly papers: Papers
  readonly hasInspections: boolean
}

/** SQL for the last day of the days of notice. */
const NOTICE = `($1::date + ${NOTICE_DAYS})`

/** The server's side of `driverNeeds`: drivers with any need. */
const DRIVERS = `
  select d.id, d.user_id, u.first_name || ' ' || u.last_name as name, d.status, d.med_expire, d.cdl_expire, d.version,
    truck.id as truck
  from drivers d join users u on u.id = d.user_id left join units truck on truck.driver_id = d.id and truck.kind = 'truck'
  where d.is_current and ($2::boolean or d.user_id = $3) and (d.med_expire <= ${NOTICE} or d.cdl_expire <= ${NOTICE}
    or (d.status = 'on_the_road' and truck.id is null))`

const INSPECTED_UNTIL = `(t.inspection_passed_date + interval '12 months')::date`

/** The server's side of `unitNeeds`: units with any need, and whether one is ready to roll. */
const units = (papers: Papers) => `
  select t.id, t.client_id, t.kind, t.transport_model, t.status, t.status_date_to, t.inspection_passed_date,
    t.next_service_date, t.registration_expire, t.version, ${INSPECTED_UNTIL} as inspected_until, coalesce(major.defects, 0) as defects,
    d.id as driver_id, d.user_id, d.status as driver_status, ${papersUntil(papers, '$1')} as papers_until,
    t.status = 'on_service' or major.defects > 0 or ${INSPECTED_UNTIL} < $1::date or t.next_service_date < $1::date
      or t.registration_expire < $1::date or ${papersUntil(papers, '$1')} < $1::date as is_not_ready
  from units t left join drivers d on d.id = t.driver_id
    left join (select unit_id, count(*)::integer as defects from defects
      where state = 'open' and urgency = 'major' group by unit_id) major on major.unit_id = t.id
  where t.kind = any($4::text[]) and t.status <> 'for_sale' and (t.status = 'on_service' or major.defects > 0
    or ${INSPECTED_UNTIL} <= ${NOTICE} or t.next_service_date <= ${NOTICE} or t.registration_expire <= ${NOTICE}
    or ${papersUntil(papers, '$1')} < $1::date)`

const PLANNED = PLANNED_SERVICES.map((service) => `'${service}'`).join(', ')

/**
 * Reports whose work is due again, of units that are not for sale, and by when. Not those that the unit's own days tell: the
 * annual inspection, and a planned service whose day is the unit's next one, unless its miles come sooner.
 */
const WORK = `
  select i.id, i.date, $1::date + ${SOONEST} as due_on
  from inspections i join units t on t.id = i.unit_id
  where $5::boolean and ${IS_UPCOMING} and i.service_type <> 'annual_inspection' and t.status <> 'for_sale'
    and ${SOONEST} <= ${NOTICE_DAYS}
    and not (i.service_type in (${PLANNED}) and i.due_date is not null and i.due_date = t.next_service_date
      and ${SOONEST} >= i.due_date - $1::date)`

/** One row for each need of each record; `place`: where it stands among those of its kind, as `compareItems` puts them. */
const NEEDS = `
  select kind, record, id,
    row_number() over (partition by kind order by due nulls first, name collate "C", lpad(id, ${MOST_ID}) collate "C") as place
  from (
    select 'no_truck' as kind, 'driver' as record, id::text, name, null::date as due from at_drivers
      where status = 'on_the_road' and truck is null
    union all select 'medical_card', 'driver', id::text, name, med_expire from at_drivers where med_expire <= ${NOTICE}
    union all select 'cdl', 'driver', id::text, name, cdl_expire from at_drivers where cdl_expire <= ${NOTICE}
    union all select 'major_defect', 'unit', id, id, null from at_units where defects > 0
    union all select 'not_ready', 'unit', id, id, null from at_units where is_not_ready
    union all select 'annual_inspection', 'unit', id, id, inspected_until from at_units where inspected_until <= ${NOTICE}
    union all select 'service', 'unit', id, id, next_service_date from at_units where next_service_date <= ${NOTICE}
    union all select 'service', 'inspection', id::text, date::text, due_on from at_work
    union all select 'registration', 'unit', id, id, registration_expire from at_units where registration_expire <= ${NOTICE}
    union all select 'approval', 'inspection', id::text, date::text, null from inspections
      where $5::boolean and approved_date is null
  ) need`

const told = (record: string) => `select id from needs where record = '${record}' and place <= ${MOST_OF_A_KIND}`
const rows = (json: string, from: string) => `(select coalesce(json_agg(${json}), '[]') from ${from})`

const TOLD_DRIVERS = rows(
  `json_build_object('id', d.id, 'user', ${personNameJson('u')}, 'current_status', d.status, 'truck', d.truck,
    'extra_info', json_build_object('med_expire', d.med_expire, 'CDL_expire', d.cdl_expire), 'version', d.version)`,
  `at_drivers d join users u on u.id = d.user_id where d.id::text in (${told('driver')})`,
)

const TOLD_UNITS = rows(
  `json_build_object('id', t.id, 'client_id', t.client_id, 'kind', t.kind, 'transport_model', t.transport_model,
    'status', t.status, 'status_date_to', t.status_date_to, 'inspection_passed_date', t.inspection_passed_date,
    'next_service_date', t.next_service_date, 'registration_expire', t.registration_expire, 'open_major_defects', t.defects,
    'holder', case when u.id is not null then json_build_object('id', t.driver_id, 'first_name', u.first_name,
      'last_name', u.last_name, 'is_firing', t.driver_status = 'firing_process', 'papers_until', t.papers_until) end,
    'version', t.version)`,
  `at_units t left join users u on u.id = t.user_id where t.id in (${told('unit')})`,
)

const TOLD_INSPECTIONS = rows(
  `json_build_object('id', i.id, 'client_id', i.client_id, 'date', i.date, 'transport', json_build_object(
      'id', i.unit_name, 'kind', i.unit_kind, 'title', ${UNIT_TITLE}),
    'service_type_display', ${SERVICE_TITLE}, 'report_type', i.report_type, 'approved_date', i.approved_date,
    'due_mileage', i.due_mileage::float8, 'due_on', w.due_on, 'version', i.version)`,
  `inspections i left join units t on t.id = i.unit_id left join at_work w on w.id = i.id where i.id = any(array(
    select id::integer from (${told('inspection')}) told))`,
)

const COUNTS = ATTENTION_KINDS.map((kind) => `'${kind}', count(*) filter (where kind = '${kind}')`).join(', ')

/** What needs attention, as JSON (`attention` of the contract), in one statement. */
export async function findAttention(sql: Sql, sight: AttentionSight): Promise<string> {
  const { user, today, hasDrivers, kinds, papers, hasInspections } = sight
  const [row] = await sql.query<{ text: string }>(
    `attention.find.${papers}`,
    `with at_drivers as materialized (${DRIVERS}), at_units as materialized (${units(papers)}),
       at_work as materialized (${WORK}), needs as materialized (${NEEDS})
     select json_build_object('drivers', ${TOLD_DRIVERS}, 'units', ${TOLD_UNITS}, 'inspections', ${TOLD_INSPECTIONS},
       'counts', (select json_build_object(${COUNTS}) from needs),
       'total', (select count(*) from (select distinct record, id from needs) record))::text as text`,
    [today, hasDrivers, user, kinds, hasInspections],
  )
  if (!row) throw new Error('attention.find: no answer')
  return row.text
}
