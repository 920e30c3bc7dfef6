import * as z from 'zod/mini'
import type { DriverOrdering, DutyStatus } from '#contract/people/driver-choices.ts'
import type { Sql } from '#server/db/db.ts'
import type { DayRange } from '#server/records/day-range.ts'
import { dayJson, isPlanned } from '#server/records/schedule-day.ts'
import { type DriverSight, scheduleDriverJson, sightName } from '#server/records/schedule-driver.ts'
import { cursorId, cursorText } from '#server/records/sql/cursor.ts'
import { nameOf, type OrderField, type Orders, readOrdering } from '#server/records/sql/ordering.ts'
import { type ListOrder, type PageRequest, type PageText, queryPage } from '#server/records/sql/page-sql.ts'
import type { PapersSight } from '#server/records/sql/papers-sql.ts'
import { hasAllWords, wordPatterns } from '#server/records/sql/search-sql.ts'
import { driverJson, driverNameJson, PAGE_PEOPLE, PAGE_USERS, PEOPLE } from './driver-json.ts'

const BY_NAME = [
  { sql: 'u.sort_name', type: 'text' },
  { sql: 'd.id', type: 'bigint' },
] as const
const nameOrder: ListOrder<z.ZodMiniTuple> = {
  name: 'name',
  keys: BY_NAME,
  cursor: z.tuple([cursorText, cursorId]),
}

const NAME: OrderField = [[BY_NAME[0], cursorText]]
const ID: OrderField = [[BY_NAME[1], cursorId]]

/** The server's side of `compareDrivers` among others: the same order, row by row. */
const ORDERS: Orders<DriverOrdering> = {
  param: 'ordering',
  fields: {
    first_name: nameOf('first_name'),
    last_name: nameOf('last_name'),
    dispatcher: [
      [{ sql: '(p.id is null)', type: 'boolean' }, z.boolean()],
      [{ sql: `coalesce(pu.sort_name, '')`, type: 'text' }, cursorText],
    ],
    status: [[{ sql: 'd.status_rank', type: 'bigint' }, cursorId]],
    id: ID,
  },
  names: NAME,
  ties: [...NAME, ...ID],
  usual: 'first_name,last_name',
  called: { 'first_name,last_name': 'name' },
}

const USERS = 'drivers d join users u on u.id = d.user_id'

const SEARCHED = ['u.search_text', 'truck.search_code', 'trailer.search_code', 'pu.search_name']

/** The drivers whom a search finds: the server's side of `driverFits`. Worked out once, for the page and for the count. */
const foundBy = (where: string, patterns: string) => `found as materialized (
  select d.id from drivers d ${PEOPLE} left join units truck on truck.driver_id = d.id and truck.kind = 'truck'
    left join units trailer on trailer.driver_id = d.id and trailer.kind = 'trailer'
  where ${where} and ${hasAllWords(SEARCHED, patterns)})`

/** What is listed of the drivers. */
export interface DriverFilter {
  /** As the query says it. */
  readonly ordering: string
  /** A status; empty for all. */
  readonly filter: DutyStatus | ''
  /** Lower-case words that all must be found; none for all drivers. */
  readonly words: readonly string[]
  /** The days that the figures are about. */
  readonly range: DayRange
  /** Whether miles are those of the range too, and not of the driver's whole time. */
  readonly hasMiles: boolean
}

/** One page of drivers. */
export function findDrivers(
  sql: Sql,
  { ordering, filter, words, range, hasMiles }: DriverFilter,
  page: PageRequest,
): Promise<PageText> {
  const params: unknown[] = []
  const param = (value: unknown) => `$${params.push(value)}`
  const figures = { first: param(range.first), last: param(range.last), hasMiles }
  const where = filter === '' ? 'd.is_current' : `d.is_current and d.status = ${param(filter)}`
  const isSearch = words.length > 0
  const names = ['drivers.list', filter && 'filtered', isSearch && 'searched', hasMiles && 'miles']
  const list = {
    name: names.filter(Boolean).join('.'),
    ...(isSearch && { first: foundBy(where, param(wordPatterns(words))) }),
    from: ordering.includes('dispatcher') ? `drivers d ${PEOPLE}` : USERS,
    where: isSearch ? 'd.id in (select id from found)' : where,
    count: isSearch ? 'select count(*) from found' : `select count(*) from drivers d where ${where}`,
    params,
    columns: 'd.*',
    alias: 'd',
    joins: PAGE_PEOPLE,
    row: driverJson(figures),
  }
  return queryPage(sql, list, readOrdering(ordering, ORDERS), page)
}

export interface MiniFilter {
  readonly not_firing?: boolean | undefined
  readonly assigned_to_truck?: boolean | undefined
  readonly assigned_to_trailer?: boolean | undefined
}

const hasUnit = (kind: 'truck' | 'trailer', param: string) =>
  `(${param}::boolean is null or ${param} = exists (
    select from units unit where unit.driver_id = d.id and unit.kind = '${kind}'))`

/** What all lists of names have in common: by name, the users of the page's rows alone. */
const NAMES = {
  from: USERS,
  columns: 'd.id, d.user_id, d.status, d.dispatcher_id, d.med_expire, d.cdl_expire',
  alias: 'd',
  joins: PAGE_USERS,
} as const

/** One page of drivers' names and units, by name. */
export function findDriverNames(
  sql: Sql,
  filter: MiniFilter,
  { papers, today }: PapersSight,
  page: PageRequest,
): Promise<PageText> {
  const where = `d.is_current and ($1::boolean is not true or d.status <> 'firing_process')
    and ${hasUnit('truck', '$2')} and ${hasUnit('trailer', '$3')}`
  const list = {
    ...NAMES,
    name: `drivers.mini.${papers}`,
    where,
    count: `select count(*) from drivers d where ${where}`,
    params: [filter.not_firing ?? null, filter.assigned_to_truck ?? null, filter.assigned_to_trailer ?? null, today],
    row: driverNameJson(papers, '$4'),
  }
  return queryPage(sql, list, nameOrder, page)
}

const IN_TEAM = 'd.is_current and d.dispatcher_id = $1::bigint'
const TEAM_COUNT = `select count(*) from drivers d where ${IN_TEAM}`

/** One page of the names and units of a dispatcher's drivers, by name. */
export function findTeamNames(
  sql: Sql,
  dispatcher: number,
  { papers, today }: PapersSight,
  page: PageRequest,
): Promise<PageText> {
  const list = {
    ...NAMES,
    name: `drivers.team_names.${papers}`,
    where: IN_TEAM,
    count: TEAM_COUNT,
    params: [dispatcher, today],
    row: driverNameJson(papers, '$2'),
  }
  return queryPage(sql, list, nameOrder, page)
}

/** The days of the page's drivers: read by driver and date for just these (`= any`), ten times faster than a plain join. */
const DAYS = `,
  days as materialized (
    select s.driver_id as driver, json_agg(${dayJson('s')} order by s.date) as days from schedule_days s
    where s.driver_id = any(array(select id from page)) and s.date between $2::date and $3::date
      and ${isPlanned('s')}
    group by s.driver_id)`

/** What is told of a dispatcher's drivers. */
export interface TeamSight extends DriverSight {
  /** The days that it is about. */
  readonly range: DayRange
  /** Whether these come too. */
  readonly hasDays: boolean
}

/** One page of a dispatcher's drivers, by name. */
export function findTeam(sql: Sql, dispatcher: number, sight: TeamSight, page: PageRequest): Promise<PageText> {
  const { range, hasDays } = sight
  const isOfDays = hasDays || sight.services.length > 0
  const list = {
    ...NAMES,
    columns: `${NAMES.columns}, d.status_date_from, d.status_date_to`,
    name: `drivers.team${hasDays ? '.days' : ''}${sightName(sight)}`,
    where: IN_TEAM,
    count: TEAM_COUNT,
    params: isOfDays ? [dispatcher, range.first, range.last] : [dispatcher],
    ...(hasDays && { alongside: DAYS }),
    joins: hasDays ? `${PAGE_USERS} left join days on days.driver = d.id` : PAGE_USERS,
    row: scheduleDriverJson(sight, { first: '$2', last: '$3' }, hasDays ? `coalesce(days.days, '[]')` : `'[]'::json`),
  }
  return queryPage(sql, list, nameOrder, page)
}
