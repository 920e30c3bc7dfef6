import * as z from 'zod/mini'
import type { InspectionFilter, InspectionTab } from '#contract/maintenance/inspection-lists.ts'
import type { Sql } from '#server/db/db.ts'
import { cursorId, cursorInstant, cursorText } from '#server/records/sql/cursor.ts'
import { IS_UPCOMING, SOONEST, UNIT_NUMBER, UNIT_TITLE } from '#server/records/sql/inspection-sql.ts'
import { type OrderField, readOrdering, type SortOrders } from '#server/records/sql/ordering.ts'
import { type PageRequest, type PageText, queryPage } from '#server/records/sql/page-sql.ts'
import type { KeyedListSql } from '#server/records/sync/changed-rows-sql.ts'
import { INSPECTION, INSPECTION_PEOPLE, PAGE_INSPECTION_PEOPLE } from './inspection-json.ts'

const UNIT_NAME = { sql: 'i.unit_name collate "C"', type: 'text' } as const
const ID: OrderField = [[{ sql: 'i.id', type: 'bigint' }, cursorId]]
/** When a report was made: a device may send an earlier report of a day later. */
const MADE = 'coalesce(i.made_at, i.received_at)'

const ORDERS: Omit<SortOrders, 'defaultOrder'> = {
  param: 'ordering',
  fields: {
    date: [
      [{ sql: 'i.date', type: 'date' }, cursorText],
      [{ sql: MADE, type: 'timestamptz' }, cursorInstant],
    ],
    due: [[{ sql: SOONEST, type: 'bigint' }, cursorId]],
    due_date: [[{ sql: `coalesce(i.due_date, '9999-12-31'::date)`, type: 'date' }, cursorText]],
    transport: [[UNIT_NAME, cursorText]],
    service_type: [[{ sql: 'i.service_type collate "C"', type: 'text' }, cursorText]],
    total_cost: [[{ sql: 'i.total_cost', type: 'numeric' }, z.number()]],
    id: ID,
  },
  ties: ID,
  cursorNames: { date: 'date-made-id', '-date': 'date-made-id.down', due: 'due-id' },
}
/** The default order of a tab: newest first; upcoming work by what is due soonest. */
const defaultOrderOf = (tab: InspectionTab) => (tab === 'upcoming' ? 'due' : '-date')

/** Filter and order of the list of inspections. */
export interface InspectionListRequest extends InspectionFilter {
  /** The query's `ordering`; empty for the default order of the tab. */
  readonly ordering: string
  /** `yyyy-MM-dd` */
  readonly today: string
}

interface Where {
  readonly names: readonly string[]
  readonly text: string
  readonly params: readonly unknown[]
}

const REPORT_TYPE_CONDITIONS = {
  with_defects: `i.report_type = 'defect'`,
  without_defects: `i.report_type = 'no_defect'`,
} as const

/** The filter as an SQL condition with its parameters. `names` become part of the statement's name. */
function whereOf({ status, service_type, today, ...filter }: Omit<InspectionListRequest, 'ordering'>): Where {
  const params: unknown[] = [today]
  const param = (value: unknown) => `$${params.push(value)}`
  const parts: [name: string, sql: string][] = []
  const add = (name: string, sql: string) => void parts.push([name, sql])
  if (status === 'upcoming') add('upcoming', IS_UPCOMING)
  if (status === 'history') add('history', `not (${IS_UPCOMING}) and i.approved_date is not null`)
  if (status !== 'upcoming') {
    if (filter.date_after) add('after', `i.date >= ${param(filter.date_after)}::date`)
    if (filter.date_before) add('before', `i.date <= ${param(filter.date_before)}::date`)
  }
  if (filter.report_type) add('report', `i.report_type = ${param(filter.report_type)}`)
  if (service_type === 'with_defects' || service_type === 'without_defects')
    add(service_type, REPORT_TYPE_CONDITIONS[service_type])
  else if (service_type) add('service', `i.service_type = ${param(service_type)}`)
  if (filter.fleet_manager.length > 0)
    add('managers', `i.fleet_manager_id = any(${param(filter.fleet_manager)}::integer[])`)
  if (filter.transport.length > 0) add('units', `i.unit_name = any(${param(filter.transport)}::text[])`)
  // Every statement names `$1`: PostgreSQL must know the type of each parameter, even where no condition uses today.
  const conditions = parts.map(([, sql]) => sql)
  return { names: parts.map(([name]) => name), text: ['$1::date is not null', ...conditions].join(' and '), params }
}

/** The list of inspections with a filter. */
export function inspectionList(request: Omit<InspectionListRequest, 'ordering'>): KeyedListSql {
  const { names, text, params } = whereOf(request)
  return {
    name: ['inspections.list', ...names].join('.'),
    id: 'i.id',
    from: 'inspections i',
    where: text,
    count: `select count(*) from inspections i where ${text}`,
    params,
    columns: 'i.*',
    alias: 'i',
    joins: PAGE_INSPECTION_PEOPLE,
    row: INSPECTION,
  }
}

/** One page of inspections. */
export function findInspections(sql: Sql, request: InspectionListRequest, page: PageRequest): Promise<PageText> {
  const order = readOrdering(request.ordering, { ...ORDERS, defaultOrder: defaultOrderOf(request.status) })
  const list = inspectionList(request)
  const isByDue = order.keys.some(({ sql }) => sql === SOONEST)
  const from = isByDue ? `${list.from} left join units t on t.id = i.unit_id` : list.from
  return queryPage(sql, { ...list, from }, order, page)
}

/** The inspections with these ids as one JSON text, in no particular order. Unknown ids are left out. */
export async function findInspectionsById(sql: Sql, ids: readonly number[]): Promise<string> {
  const [row] = await sql.query<{ rows: string }>(
    'inspections.of',
    `select coalesce(json_agg(${INSPECTION}), '[]')::text as rows from inspections i ${INSPECTION_PEOPLE}
     where i.id = any($1::integer[])`,
    [ids],
  )
  return row?.rows ?? '[]'
}

/** The number of upcoming inspections. */
export async function countUpcoming(sql: Sql): Promise<number> {
  const [row] = await sql.query<{ count: number }>(
    'inspections.upcoming_count',
    `select count(*)::integer as count from inspections i where ${IS_UPCOMING}`,
    [],
  )
  return row?.count ?? 0
}

/** A recursive CTE with the name of each inspected unit once. It steps through the index from one name to the next. */
const UNIT_NAMES = `named as (
  select unit_name from (select min(unit_name collate "C") as unit_name from inspections) first where unit_name is not null
  union all
  select (select min(x.unit_name collate "C") from inspections x where x.unit_name collate "C" > named.unit_name)
  from named where named.unit_name is not null)`

/** One page of the units that have inspections, by id. Each appears once, as its latest report describes it. */
export function findInspectedUnits(sql: Sql, page: PageRequest): Promise<PageText> {
  const latestReports = `from named n cross join lateral (
      select x.unit_name, x.unit_kind, x.unit_model, x.unit_number, x.unit_id from inspections x
      where x.unit_name = n.unit_name order by x.service_type desc, x.date desc,
        coalesce(x.made_at, x.received_at) desc, x.id desc limit 1) i
    where n.unit_name is not null`
  const list = {
    name: 'inspections.units',
    first: `recursive ${UNIT_NAMES}, units_inspected as (select i.* ${latestReports})`,
    from: 'units_inspected i',
    where: 'true',
    count: 'select count(*) from units_inspected',
    params: [],
    columns: 'i.*',
    alias: 'i',
    joins: 'left join units t on t.id = i.unit_id',
    row: `jsonb_build_object('id', i.unit_name, 'kind', i.unit_kind, 'title', ${UNIT_TITLE})
      || case when ${UNIT_NUMBER} = i.unit_name then '{}' else jsonb_build_object('number', ${UNIT_NUMBER}) end`,
  }
  const order = { name: 'id', keys: [UNIT_NAME], cursor: z.tuple([cursorText]) }
  return queryPage(sql, list, order, page)
}

/** One page of the drivers who have units with inspections, by name. */
export function findInspectedDrivers(sql: Sql, page: PageRequest): Promise<PageText> {
  const where = `exists (select 1 from units t join inspections i on i.unit_id = t.id where t.driver_id = d.id)`
  const list = {
    name: 'inspections.drivers',
    from: 'drivers d join users u on u.id = d.user_id',
    where,
    count: `select count(*) from drivers d where ${where}`,
    params: [],
    columns: 'd.id, u.id as user_id, u.first_name, u.last_name',
    alias: 'd',
    joins: '',
    row: `json_build_object('id', d.id, 'user',
      json_build_object('id', d.user_id, 'first_name', d.first_name, 'last_name', d.last_name))`,
  }
  const keys = [
    { sql: 'u.sort_name', type: 'text' },
    { sql: 'd.id', type: 'bigint' },
  ] as const
  return queryPage(sql, list, { name: 'name', keys, cursor: z.tuple([cursorText, cursorId]) }, page)
}
