import * as z from 'zod/mini'
import { searchedCode } from '#contract/text/code-rank.ts'
import { UNIT_ORDERINGS, type UnitKind, type UnitOrder, type VehicleStatus } from '#contract/units/unit-choices.ts'
import type { UnitName } from '#contract/units/unit-names.ts'
import type { Sql } from '#server/db/db.ts'
import { jsonObject } from '#server/records/json-object.ts'
import { codeRankSql } from '#server/records/sql/code-rank-sql.ts'
import { cursorId, cursorText } from '#server/records/sql/cursor.ts'
import { type OrderField, readOrdering, type SortOrders } from '#server/records/sql/ordering.ts'
import { type ListOrder, type PageRequest, type PageText, queryPage } from '#server/records/sql/page-sql.ts'
import { hasAllWords, wordPatterns } from '#server/records/sql/search-sql.ts'
import { formerText, numberOf, numbersOf } from '#server/records/sql/unit-number-sql.ts'
import type { KeyedListSql } from '#server/records/sync/changed-rows-sql.ts'
import { HOLDER, MAJOR_DEFECTS, OPEN_MAJORS, PAGE_PEOPLE, UNIT_PEOPLE, unitJson } from './unit-json.ts'
import type { UnitVisibility } from './unit-record-repository.ts'

const BY_ID = { sql: 't.id collate "C"', type: 'text' } as const
/** By unit number, then id: two numbers may differ only in letter case or spaces. */
const BY_NUMBER = [{ sql: `(${numberOf('t')}) collate "C"`, type: 'text' }, BY_ID] as const

const ID: OrderField = [[BY_ID, cursorText]]
const numberOrder: ListOrder<z.ZodMiniTuple> = {
  name: 'number',
  keys: BY_NUMBER,
  cursor: z.tuple([cursorText, cursorText]),
}

/** The server's counterpart of `compareUnitRows`, for every sort order: both must sort rows identically. */
const ORDERS: SortOrders<UnitOrder> = {
  param: 'ordering',
  fields: {
    id: [[BY_NUMBER[0], cursorText]],
    year: [[{ sql: 'coalesce(t.year, 0)', type: 'bigint' }, cursorId]],
    miles_driven: [[{ sql: 't.miles_driven', type: 'numeric' }, z.number()]],
    type: [[{ sql: `coalesce(t.type, '') collate "C"`, type: 'text' }, cursorText]],
  },
  ties: ID,
  defaultOrder: 'id',
  cursorNames: {
    miles_driven: 'miles',
    '-miles_driven': 'miles.down',
    id: 'number',
    '-id': 'number.down',
    '-year': 'year.down',
    '-type': 'type.down',
  },
}

const SEARCHED = ['t.search_text', formerText('t'), 'u.search_name', 'pu.search_name']

/** The codes of a unit: `unitCodes` of the contract. */
const CODES = { number: numberOf('t'), others: ['t.licence_plate', 'right(t.vin, 6)'] }

/** The sort order of a search: the best match first, and then the requested order. */
const RANKED: SortOrders<UnitOrder> = {
  ...ORDERS,
  first: [[{ sql: 'f.rank', type: 'bigint' }, cursorId]],
  cursorNames: Object.fromEntries(UNIT_ORDERINGS.map((one) => [one, `ranked.${ORDERS.cursorNames?.[one] ?? one}`])),
}

/**
 * The units that match a search, with their rank: the server's counterpart of `unitFits`. Evaluated once, for the page
 * and the count.
 */
const searchCte = (where: string, patterns: string, code: string) => `found as materialized (
  select t.id, ${codeRankSql(CODES, code)} as rank from units t ${UNIT_PEOPLE}
  where ${where} and ${hasAllWords(SEARCHED, patterns)})`

/** Filter, search and order of a list of units of one kind. */
export interface UnitFilter {
  readonly kind: UnitKind
  /** The query's `ordering`. */
  readonly ordering: string
  /** A status; empty for all. */
  readonly filter: VehicleStatus | ''
  /** Lower-case search words. A unit must match all of them; empty for all units. */
  readonly words: readonly string[]
  readonly visibility: UnitVisibility
}

/** The list of trucks or trailers with a filter and a search. */
export function unitList({ kind, filter, words, visibility }: Omit<UnitFilter, 'ordering'>): KeyedListSql {
  const params: unknown[] = []
  const param = (value: unknown) => `$${params.push(value)}`
  const { papers } = visibility
  const visibilitySql = {
    first: param(visibility.first),
    last: param(visibility.last),
    today: param(visibility.today),
    papers,
  }
  // The kind is part of the SQL text: each kind selects other columns and needs its own statement.
  const where = `t.kind = '${kind}'${filter === '' ? '' : ` and t.status = ${param(filter)}`}`
  const isSearch = words.length > 0
  const names = [`units.${kind}s.${papers}`, filter && 'filtered', isSearch && 'searched']
  return {
    name: names.filter(Boolean).join('.'),
    id: 't.id',
    ...(isSearch && { first: searchCte(where, param(wordPatterns(words)), param(searchedCode(words))) }),
    from: isSearch ? 'found f join units t on t.id = f.id' : 'units t',
    where: isSearch ? 'true' : where,
    count: isSearch ? 'select count(*) from found' : `select count(*) from units t where ${where}`,
    params,
    columns: 't.*',
    alias: 't',
    joins: PAGE_PEOPLE,
    row: unitJson(kind, visibilitySql),
  }
}

/** One page of trucks or trailers. */
export function findUnits(sql: Sql, { ordering, ...filter }: UnitFilter, page: PageRequest): Promise<PageText> {
  return queryPage(sql, unitList(filter), readOrdering(ordering, filter.words.length > 0 ? RANKED : ORDERS), page)
}

/** The list of trucks or trailers for pickers. `hasMarks`: with plates and VINs. */
export function unitNameList(kind: UnitKind, hasMarks: boolean): KeyedListSql {
  return {
    name: hasMarks ? 'units.mini.marked' : 'units.mini',
    id: 't.id',
    from: 'units t',
    where: 't.kind = $1',
    count: 'select count(*) from units t where t.kind = $1',
    params: [kind],
    columns: 't.*',
    alias: 't',
    joins: `left join (drivers d join users u on u.id = d.user_id)
      on d.id = t.driver_id and d.id = any(array(select driver_id from page))`,
    row: jsonObject<UnitName>({
      id: 't.id',
      ...numbersOf('t'),
      client_id: 't.client_id',
      kind: 't.kind',
      transport_model: 't.transport_model',
      year: 't.year',
      status: 't.status',
      status_date_from: 't.status_date_from',
      status_date_to: 't.status_date_to',
      driver: `case when d.id is not null then ${HOLDER} end`,
      inspection_passed_date: 't.inspection_passed_date',
      next_service_date: 't.next_service_date',
      registration_expire: 't.registration_expire',
      licence_plate: hasMarks ? 't.licence_plate' : null,
      vin: hasMarks ? 't.vin' : null,
      open_major_defects: MAJOR_DEFECTS,
      open_majors: OPEN_MAJORS,
      version: 't.version',
    }),
  }
}

/** One page of trucks or trailers for pickers, by number. */
export function findUnitNames(sql: Sql, list: KeyedListSql, page: PageRequest): Promise<PageText> {
  return queryPage(sql, list, numberOrder, page)
}

/** One page of units of these kinds for a shared picker, by number. `title`: "1042 · Freightliner Cascadia". */
export function findTransport(sql: Sql, kinds: readonly UnitKind[], page: PageRequest): Promise<PageText> {
  const list = {
    name: 'units.transport',
    // Deliberately without an index over both kinds: the lists of one kind would use it and read the other kind too.
    from: 'units t',
    where: 't.kind = any($1::text[])',
    count: 'select count(*) from units t where t.kind = any($1::text[])',
    params: [kinds],
    columns: 't.id, t.unit_number, t.kind, t.transport_model',
    alias: 't',
    joins: '',
    row: `json_build_object('id', t.id, 'kind', t.kind, 'title', concat_ws(' · ', ${numberOf('t')}, nullif(t.transport_model, '')))`,
  }
  return queryPage(sql, list, numberOrder, page)
}
