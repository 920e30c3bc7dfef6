import {
  ATTENTION_KINDS,
  type AttentionItem,
  type AttentionKind,
  MAX_PER_KIND,
  NOTICE_DAYS,
} from '#contract/maintenance/attention.ts'
import { PLANNED_SERVICES } from '#contract/maintenance/maintenance-choices.ts'
import type { UnitKind } from '#contract/units/unit-choices.ts'
import type { Sql } from '#server/db/db.ts'
import { jsonFields } from '#server/records/json-object.ts'
import { personNameJson } from '#server/records/person.ts'
import { DEFECT_REF, SERVICE_TITLE, SOONEST, UNIT_NUMBER, UNIT_TITLE } from '#server/records/sql/inspection-sql.ts'
import { type PapersVisibility, papersUntil } from '#server/records/sql/papers-sql.ts'
import { numberOf, numbersOf } from '#server/records/sql/unit-number-sql.ts'

/** The records that the user’s permissions let through. */
export interface AttentionVisibility {
  /** The user’s id: a driver sees their own papers. */
  readonly user: number
  readonly today: string
  readonly hasDrivers: boolean
  readonly kinds: readonly UnitKind[]
  readonly papers: PapersVisibility
  readonly hasInspections: boolean
}

/** SQL for the last day of the notice period. */
const NOTICE = `($1::date + ${NOTICE_DAYS})`

/** The server’s counterpart to `driverNeeds`: drivers with any need. */
const DRIVERS = `
  select d.id, d.user_id, u.first_name || ' ' || u.last_name as name, d.status, d.med_expire, d.cdl_expire, d.version,
    truck.id as truck, ${numberOf('truck')} as truck_number
  from drivers d join users u on u.id = d.user_id left join units truck on truck.driver_id = d.id and truck.kind = 'truck'
  where d.is_current and ($2::boolean or d.user_id = $3) and (d.med_expire <= ${NOTICE} or d.cdl_expire <= ${NOTICE}
    or (d.status = 'on_the_road' and truck.id is null))`

const INSPECTED_UNTIL = `(t.inspection_passed_date + interval '12 months')::date`

/** The server’s counterpart to `unitNeeds`: units with any need, and whether each is ready to roll. */
const units = (papers: PapersVisibility) => `
  select t.id, t.unit_number, ${numberOf('t')} as number, t.client_id, t.kind, t.transport_model, t.status, t.status_date_to, t.inspection_passed_date,
    t.next_service_date, t.registration_expire, t.version, ${INSPECTED_UNTIL} as inspected_until, coalesce(major.defects, 0) as defects,
    coalesce(major.refs, '[]') as open_majors,
    case when $5::boolean then major.report end as defect_report,
    d.id as driver_id, d.user_id, d.status as driver_status, ${papersUntil(papers, '$1')} as papers_until,
    t.status = 'on_service' or major.defects > 0 or ${INSPECTED_UNTIL} < $1::date or t.next_service_date < $1::date
      or t.registration_expire < $1::date or ${papersUntil(papers, '$1')} < $1::date as is_not_ready
  from units t left join drivers d on d.id = t.driver_id
    left join (select f.unit_id, count(*)::integer as defects, json_agg(${DEFECT_REF} order by f.id) as refs,
        min(f.inspection_id) as report from defects f where f.state = 'open' and f.urgency = 'major' group by f.unit_id) major on major.unit_id = t.id
  where t.kind = any($4::text[]) and t.status <> 'for_sale' and (t.status = 'on_service' or major.defects > 0
    or ${INSPECTED_UNTIL} <= ${NOTICE} or t.next_service_date <= ${NOTICE} or t.registration_expire <= ${NOTICE}
    or ${papersUntil(papers, '$1')} < $1::date)`

const PLANNED = PLANNED_SERVICES.map((service) => `'${service}'`).join(', ')

/**
 * Inspections whose work is due again, with the due day, for units that are not for sale. Work that the unit’s own
 * dates cover is left out: the annual inspection, and a planned service on the unit’s next service day, unless it is
 * due earlier by miles.
 */
const DUE_WORK = `
  select i.id, i.date, i.approved_date is null as is_unapproved, $1::date + ${SOONEST} as due_on
  from inspections i join units t on t.id = i.unit_id
  where $5::boolean and i.is_latest and i.unit_id is not null and (i.due_date <= ${NOTICE} or i.due_mileage > 0)
    and i.service_type <> 'annual_inspection' and t.status <> 'for_sale' and ${SOONEST} <= ${NOTICE_DAYS}
    and not (i.service_type in (${PLANNED}) and i.due_date is not null and i.due_date = t.next_service_date
      and ${SOONEST} >= i.due_date - $1::date)`

const UNAPPROVED = 'from inspections where $5::boolean and approved_date is null'

interface KindQuery {
  readonly record: AttentionItem['of']
  /** The `from` and `where` clauses of its rows. */
  readonly from: string
  /** SQL for the due day; absent if the need has none. */
  readonly due?: string
  /** SQL for the first sort key among records with the same due day. */
  readonly name: string
}
const driver = (which: string, due?: string): KindQuery => ({
  record: 'driver',
  from: `from at_drivers where ${which}`,
  ...(due !== undefined && { due }),
  name: 'name collate "C"',
})
const unit = (which: string, due?: string): KindQuery => ({
  record: 'unit',
  from: `from at_units where ${which}`,
  ...(due !== undefined && { due }),
  name: 'number collate "C"',
})
const expiring = (of: typeof driver, due: string) => of(`${due} <= ${NOTICE}`, due)

/** The records of each need. A service comes from a unit’s date or from an inspection. */
const KINDS: readonly (readonly [AttentionKind, KindQuery])[] = [
  ['major_defect', unit('defects > 0')],
  ['not_ready', unit('is_not_ready')],
  ['no_truck', driver(`status = 'on_the_road' and truck is null`)],
  ['annual_inspection', expiring(unit, 'inspected_until')],
  ['medical_card', expiring(driver, 'med_expire')],
  ['cdl', expiring(driver, 'cdl_expire')],
  ['registration', expiring(unit, 'registration_expire')],
  ['service', expiring(unit, 'next_service_date')],
  ['service', { record: 'inspection', from: 'from at_work', due: 'due_on', name: 'date' }],
  ['approval', { record: 'inspection', from: UNAPPROVED, name: 'date' }],
]

/** The first records of each kind, in the order of `compareItems`. */
const LISTED_RECORDS = KINDS.map(
  ([, { record, from, due, name }]) =>
    `(select '${record}' as record, id::text as key ${from} order by ${due === undefined ? '' : `${due}, `}${name}, id
      limit ${MAX_PER_KIND})`,
).join(' union all ')

const listedKeys = (record: AttentionItem['of']) => `select key from told where record = '${record}'`
const rows = (json: string, from: string) => `(select coalesce(json_agg(${json}), '[]') from ${from})`

const DRIVER_ROWS = rows(
  `json_build_object('id', d.id, 'user', ${personNameJson('u')}, 'current_status', d.status, 'truck', d.truck, 'truck_number', d.truck_number,
    'extra_info', json_build_object('med_expire', d.med_expire, 'CDL_expire', d.cdl_expire), 'version', d.version)`,
  `at_drivers d join users u on u.id = d.user_id where d.id::text in (${listedKeys('driver')})`,
)

const UNIT_ROWS = rows(
  `json_build_object('id', t.id, ${jsonFields(numbersOf('t'))}, 'client_id', t.client_id, 'kind', t.kind, 'transport_model', t.transport_model,
    'status', t.status, 'status_date_to', t.status_date_to, 'inspection_passed_date', t.inspection_passed_date,
    'next_service_date', t.next_service_date, 'registration_expire', t.registration_expire, 'open_major_defects', t.defects, 'open_majors', t.open_majors, 'major_defect_report', t.defect_report,
    'holder', case when u.id is not null then json_build_object('id', t.driver_id, 'first_name', u.first_name,
      'last_name', u.last_name, 'is_firing', t.driver_status = 'firing_process', 'papers_until', t.papers_until) end,
    'version', t.version)`,
  `at_units t left join users u on u.id = t.user_id where t.id in (${listedKeys('unit')})`,
)

const INSPECTION_ROWS = rows(
  `json_build_object('id', i.id, 'client_id', i.client_id, 'date', i.date, 'transport', json_build_object(
      'id', i.unit_name, 'kind', i.unit_kind, 'number', ${UNIT_NUMBER}, 'title', ${UNIT_TITLE}),
    'service_type', i.service_type, 'service_type_display', ${SERVICE_TITLE}, 'report_type', i.report_type, 'approved_date', i.approved_date,
    'due_mileage', i.due_mileage::float8, 'due_on', w.due_on, 'version', i.version)`,
  `inspections i left join units t on t.id = i.unit_id left join at_work w on w.id = i.id where i.id = any(array(
    select key::integer from (${listedKeys('inspection')}) told))`,
)

const COUNTS = ATTENTION_KINDS.map((kind) => {
  const parts = KINDS.filter(([name]) => name === kind).map(([, { from }]) => `(select count(*) ${from})`)
  return `'${kind}', ${parts.join(' + ')}`
}).join(', ')

/** Counts each record once: every selected driver and unit has a need, and an inspection can have two. */
const TOTAL = `(select count(*) from at_drivers) + (select count(*) from at_units)
  + (select count(*) from at_work where not is_unapproved) + (select count(*) ${UNAPPROVED})`

/** The records that need attention, as JSON (`attention` of the contract), in one statement. */
export async function findAttention(sql: Sql, visibility: AttentionVisibility): Promise<string> {
  const { user, today, hasDrivers, kinds, papers, hasInspections } = visibility
  const [row] = await sql.query<{ text: string }>(
    `attention.find.${papers}`,
    `with at_drivers as materialized (${DRIVERS}), at_units as materialized (${units(papers)}),
       at_work as materialized (${DUE_WORK}), told as materialized (${LISTED_RECORDS})
     select json_build_object('drivers', ${DRIVER_ROWS}, 'units', ${UNIT_ROWS}, 'inspections', ${INSPECTION_ROWS},
       'counts', json_build_object(${COUNTS}), 'total', ${TOTAL})::text as text`,
    [today, hasDrivers, user, kinds, hasInspections],
  )
  if (!row) throw new Error('attention.find: no answer')
  return row.text
}
