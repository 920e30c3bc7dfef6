import * as z from 'zod/mini'
import type { UnitKind, UnitOrder, VehicleStatus } from '#contract/units/unit-choices.ts'
import type { UnitName } from '#contract/units/unit-names.ts'
import type { Sql } from '#server/db/db.ts'
import { jsonObject } from '#server/records/json-object.ts'
import { cursorId, cursorText } from '#server/records/sql/cursor.ts'
import { type OrderField, type Orders, readOrdering } from '#server/records/sql/ordering.ts'
import { type ListOrder, type PageRequest, type PageText, queryPage } from '#server/records/sql/page-sql.ts'
import { hasAllWords, wordPatterns } from '#server/records/sql/search-sql.ts'
import { formerText, numberOf, numbersOf } from '#server/records/sql/unit-number-sql.ts'
import { HOLDER, MAJOR_DEFECTS, PAGE_PEOPLE, UNIT_PEOPLE, unitJson } from './unit-json.ts'
import type { Sight } from './unit-record-repository.ts'

const BY_ID = { sql: 't.id collate "C"', type: 'text' } as const
/** What people call it by, then its id: two may be called alike in other letters' cases or spaces. */
const BY_NUMBER = [{ sql: `(${numberOf('t')}) collate "C"`, type: 'text' }, BY_ID] as const

const ID: OrderField = [[BY_ID, cursorText]]
const numberOrder: ListOrder<z.ZodMiniTuple> = {
  name: 'number',
  keys: BY_NUMBER,
  cursor: z.tuple([cursorText, cursorText]),
}

/** The server's side of `compareUnitRows` among others: the same order, row by row. */
const ORDERS: Orders<UnitOrder> = {
  param: 'ordering',
  fields: {
    id: [[BY_NUMBER[0], cursorText]],
    year: [[{ sql: 'coalesce(t.year, 0)', type: 'bigint' }, cursorId]],
    miles_driven: [[{ sql: 't.miles_driven', type: 'numeric' }, z.number()]],
    type: [[{ sql: `coalesce(t.type, '') collate "C"`, type: 'text' }, cursorText]],
  },
  ties: ID,
  usual: 'id',
  called: {
    miles_driven: 'miles',
    '-miles_driven': 'miles.down',
    id: 'number',
    '-id': 'number.down',
    '-year': 'year.down',
    '-type': 'type.down',
  },
}

const SEARCHED = ['t.search_text', formerText('t'), 'u.search_name', 'pu.search_name']

/** The units that a search finds: the server's side of `unitFits`. Worked out once, for the page and for the count. */
const foundBy = (where: string, patterns: string) => `found as materialized (
  select t.id from units t ${UNIT_PEOPLE} where ${where} and ${hasAllWords(SEARCHED, patterns)})`

/** What is listed of the units of a kind. */
export interface UnitFilter {
  readonly kind: UnitKind
  /** As the query says it. */
  readonly ordering: string
  /** A status; empty for all. */
  readonly filter: VehicleStatus | ''
  /** Lower-case words that all must be found; none for all units. */
  readonly words: readonly string[]
  readonly sight: Sight
}

/** One page of trucks or trailers. */
export function findUnits(
  sql: Sql,
  { kind, ordering, filter, words, sight }: UnitFilter,
  page: PageRequest,
): Promise<PageText> {
  const params: unknown[] = []
  const param = (value: unknown) => `$${params.push(value)}`
  const { papers } = sight
  const shown = { first: param(sight.first), last: param(sight.last), today: param(sight.today), papers }
  // The kind stands in the text: each has its own columns in its rows, and so its own statement.
  const where = `t.kind = '${kind}'${filter === '' ? '' : ` and t.status = ${param(filter)}`}`
  const isSearch = words.length > 0
  const names = [`units.${kind}s.${papers}`, filter && 'filtered', isSearch && 'searched']
  const list = {
    name: names.filter(Boolean).join('.'),
    ...(isSearch && { first: foundBy(where, param(wordPatterns(words))) }),
    from: 'units t',
    // The kind stands beside the search: by it the index of an order is one of these units alone.
    where: isSearch ? `t.kind = '${kind}' and t.id in (select id from found)` : where,
    count: isSearch ? 'select count(*) from found' : `select count(*) from units t where ${where}`,
    params,
    columns: 't.*',
    alias: 't',
    joins: PAGE_PEOPLE,
    row: unitJson(kind, shown),
  }
  return queryPage(sql, list, readOrdering(ordering, ORDERS), page)
}

/** One page of trucks or trailers for pickers, by id. */
export function findUnitNames(sql: Sql, kind: UnitKind, page: PageRequest): Promise<PageText> {
  const list = {
    name: 'units.mini',
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
      open_major_defects: MAJOR_DEFECTS,
      version: 't.version',
    }),
  }
  return queryPage(sql, list, numberOrder, page)
}

/** One page of trucks and trailers for one picker, by id; of the kinds given. `title`: "1042 · Freightliner Cascadia". */
export function findTransport(sql: Sql, kinds: readonly UnitKind[], page: PageRequest): Promise<PageText> {
  const list = {
    name: 'units.transport',
    // No index has both kinds in one order, nor should one: the lists of a kind would take it and read the other kind too.
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
