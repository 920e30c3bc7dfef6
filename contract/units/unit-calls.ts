import * as z from 'zod/mini'
import { searchText } from '#contract/text/search-text.ts'
import { type Access, view, viewOrEdit } from '#contract/wire/access.ts'
import { reportDay } from '#contract/wire/days.ts'
import { endpoint, type Schema } from '#contract/wire/endpoint.ts'
import { orderingQuery, pageOf, pageQuery } from '#contract/wire/page.ts'
import { unitNames, unitNamesQuery, unitParam, vehicleStatus } from './units.ts'

const listQuery = z.object({
  ...pageQuery,
  ordering: orderingQuery('id'),
  filter: z._default(z.union([vehicleStatus, z.literal('')]), ''),
  search: searchText,
  /** The days that `tolls_expenses` and `fuel_expenses` are about, both included. */
  date_after: z.optional(reportDay),
  date_before: z.optional(reportDay),
})

/** What hangs on a unit: rows of the books that name it and inspections, which stay, and other defects, which go with it. */
const dependents = z.object({ tolls: z.int(), fuel: z.int(), inspections: z._default(z.int(), 0), defects: z.int() })
export type UnitDependents = z.output<typeof dependents>

export type UnitArea = 'trucks' | 'trailers'

/** The path of one unit, by its id or by what a device called it. */
export const onUnit = <const A extends UnitArea>(area: A) => ({ path: `/api/${area}/:id/` as const, params: unitParam })

export interface UnitParts<Row> {
  /** "truck": what one of them is called. */
  readonly noun: string
  readonly row: Row
  /** Who may delete one: asks what hangs on it. */
  readonly remove: Access
}

/** The reads that trucks and trailers have alike. */
export function unitReads<const A extends UnitArea, Row extends Schema>(
  area: A,
  { noun, row, remove }: UnitParts<Row>,
) {
  return {
    list: endpoint({
      name: `${area}.list`,
      summary: `All ${area}, by page; \`filter\` is a vehicle status.`,
      method: 'GET',
      path: `/api/${area}/`,
      access: view(area),
      query: listQuery,
      reply: pageOf(row),
    }),
    find: endpoint({
      ...onUnit(area),
      name: `${area}.find`,
      summary: `One ${noun}; carries an ETag.`,
      method: 'GET',
      access: view(area),
      reply: row,
    }),
    miniList: endpoint({
      name: `${area}.miniList`,
      summary: `All ${area} for pickers, by id.`,
      method: 'GET',
      path: `/api/${area}/mini-list/`,
      access: viewOrEdit('drivers', 'maintenance', area),
      query: unitNamesQuery,
      reply: unitNames,
    }),
    dependents: endpoint({
      name: `${area}.dependents`,
      summary: `What hangs on a ${noun}: asked before it is deleted.`,
      method: 'GET',
      path: `/api/${area}/:id/dependents/`,
      params: unitParam,
      access: remove,
      reply: dependents,
    }),
  }
}
