import * as z from 'zod/mini'
import type { DriverOrdering, DutyStatus } from '#contract/people/driver-choices.ts'
import type { Sql } from '#server/db/db.ts'
import type { DayRange } from '#server/records/day-range.ts'
import { daysByDriver } from '#server/records/schedule-day.ts'
import { type DriverVisibility, scheduleDriverJson, visibilitySuffix } from '#server/records/schedule-driver.ts'
import { cursorId, cursorText } from '#server/records/sql/cursor.ts'
import { type OrderField, personNameOrder, readOrdering, type SortOrders } from '#server/records/sql/ordering.ts'
import { type ListOrder, type PageRequest, type PageText, queryPage } from '#server/records/sql/page-sql.ts'
import type { PapersView } from '#server/records/sql/papers-sql.ts'
import { hasAllWords, wordPatterns } from '#server/records/sql/search-sql.ts'
import type { KeyedListSql } from '#server/records/sync/changed-rows-sql.ts'
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

/** The server's counterpart of `compareDrivers`, for every sort order: both must sort rows identically. */
const ORDERS: SortOrders<DriverOrdering> = {
  param: 'ordering',
  fields: {
    first_name: personNameOrder('first_name'),
    last_name: personNameOrder('last_name'),
    dispatcher: [
      [{ sql: '(p.id is null)', type: 'boolean' }, z.boolean()],
      [{ sql: `coalesce(pu.sort_name, '')`, type: 'text' }, cursorText],
    ],
    status: [[{ sql: 'd.status_rank', type: 'bigint' }, cursorId]],
    id: ID,
  },
  names: NAME,
  ties: [...NAME, ...ID],
  defaultOrder: 'first_name,last_name',
  cursorNames: { 'first_name,last_name': 'name' },
}

const USERS = 'drivers d join users u on u.id = d.user_id'

const SEARCHED = ['u.search_text', 'truck.search_code', 'trailer.search_code', 'pu.search_name']

/**
 * The drivers that match a search: the server's counterpart of `driverFits`. Evaluated once, for the page and the
 * count.
 */
const searchCte = (where: string, patterns: string) => `found as materialized (
  select d.id from drivers d ${PEOPLE} left join units truck on truck.driver_id = d.id and truck.kind = 'truck'
    left join units trailer on trailer.driver_id = d.id and trailer.kind = 'trailer'
  where ${where} and ${hasAllWords(SEARCHED, patterns)})`

/** Filter, search and order of the list of drivers. */
export interface DriverFilter {
  /** The query's `ordering`. */
  readonly ordering: string
  /** A status; empty for all. */
  readonly filter: DutyStatus | ''
  /** Lower-case search words. A driver must match all of them; empty for all drivers. */
  readonly words: readonly string[]
  /** The date range of the figures. */
  readonly range: DayRange
  /** Whether the miles are also limited to the range. Otherwise they are the driver's total. */
  readonly hasMiles: boolean
}

/** The list of drivers with a filter and a search. */
export function driverList({ ordering, filter, words, range, hasMiles }: DriverFilter): KeyedListSql {
  const params: unknown[] = []
  const param = (value: unknown) => `$${params.push(value)}`
  const figures = { first: param(range.first), last: param(range.last), hasMiles }
  const where = filter === '' ? 'd.is_current' : `d.is_current and d.status = ${param(filter)}`
  const isSearch = words.length > 0
  const names = ['drivers.list', filter && 'filtered', isSearch && 'searched', hasMiles && 'miles']
  return {
    name: names.filter(Boolean).join('.'),
    id: 'd.id',
    ...(isSearch && { first: searchCte(where, param(wordPatterns(words))) }),
    from: ordering.includes('dispatcher') ? `drivers d ${PEOPLE}` : USERS,
    where: isSearch ? 'd.id in (select id from found)' : where,
    count: isSearch ? 'select count(*) from found' : `select count(*) from drivers d where ${where}`,
    params,
    columns: 'd.*',
    alias: 'd',
    joins: PAGE_PEOPLE,
    row: driverJson(figures),
  }
}

/** One page of drivers. */
export function findDrivers(sql: Sql, filter: DriverFilter, page: PageRequest): Promise<PageText> {
  return queryPage(sql, driverList(filter), readOrdering(filter.ordering, ORDERS), page)
}

export interface MiniFilter {
  readonly not_firing?: boolean | undefined
  readonly assigned_to_truck?: boolean | undefined
  readonly assigned_to_trailer?: boolean | undefined
}

const hasUnit = (kind: 'truck' | 'trailer', param: string) =>
  `(${param}::boolean is null or ${param} = exists (
    select from units unit where unit.driver_id = d.id and unit.kind = '${kind}'))`

/** The parts that all lists of names share. They join only the users of the page's rows. */
const NAMES = {
  from: USERS,
  columns: 'd.id, d.user_id, d.status, d.dispatcher_id, d.med_expire, d.cdl_expire',
  alias: 'd',
  joins: PAGE_USERS,
} as const

/** The list of drivers' names and units. */
export function driverNameList(filter: MiniFilter, { papers, today }: PapersView): KeyedListSql {
  const where = `d.is_current and ($1::boolean is not true or d.status <> 'firing_process')
    and ${hasUnit('truck', '$2')} and ${hasUnit('trailer', '$3')}`
  return {
    ...NAMES,
    name: `drivers.mini.${papers}`,
    id: 'd.id',
    where,
    count: `select count(*) from drivers d where ${where}`,
    params: [filter.not_firing ?? null, filter.assigned_to_truck ?? null, filter.assigned_to_trailer ?? null, today],
    row: driverNameJson(papers, '$4'),
  }
}

/** One page of drivers' names and units, by name. */
export function findDriverNames(sql: Sql, filter: MiniFilter, view: PapersView, page: PageRequest): Promise<PageText> {
  return queryPage(sql, driverNameList(filter, view), nameOrder, page)
}

const IN_TEAM = 'd.is_current and d.dispatcher_id = $1::bigint'
const TEAM_COUNT = `select count(*) from drivers d where ${IN_TEAM}`

/** One page of the names and units of a dispatcher's drivers, by name. */
export function findTeamNames(
  sql: Sql,
  dispatcher: number,
  { papers, today }: PapersView,
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

const DAYS = { first: '$2', last: '$3' } as const

/** What a user sees of a dispatcher's drivers. */
export interface TeamVisibility extends DriverVisibility {
  /** The date range of the days. */
  readonly range: DayRange
  /** Whether the response contains the days. */
  readonly hasDays: boolean
}

/** One page of a dispatcher's drivers, by name. */
export function findTeam(
  sql: Sql,
  dispatcher: number,
  visibility: TeamVisibility,
  page: PageRequest,
): Promise<PageText> {
  const { range, hasDays } = visibility
  const needsRange = hasDays || visibility.services.length > 0
  const list = {
    ...NAMES,
    columns: `${NAMES.columns}, d.status_date_from, d.status_date_to`,
    name: `drivers.team${hasDays ? '.days' : ''}${visibilitySuffix(visibility)}`,
    where: IN_TEAM,
    count: TEAM_COUNT,
    params: needsRange ? [dispatcher, range.first, range.last] : [dispatcher],
    ...(hasDays && { alongside: `,${daysByDriver('select id from page', DAYS)}` }),
    joins: hasDays ? `${PAGE_USERS} left join days on days.driver = d.id` : PAGE_USERS,
    row: scheduleDriverJson(visibility, DAYS, hasDays ? `coalesce(days.days, '[]')` : `'[]'::json`),
  }
  return queryPage(sql, list, nameOrder, page)
}
