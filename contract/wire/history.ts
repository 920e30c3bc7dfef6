import * as z from 'zod/mini'
import { unitParam } from '#contract/units/unit-names.ts'
import { HISTORY_ACCESS, type HistoryArea } from './access.ts'
import { endpoint } from './endpoint.ts'
import { pageOf, pageQuery } from './page.ts'
import { historyEntry, idParam } from './record.ts'

const historyEndpoint = <const A extends HistoryArea, const P extends typeof idParam | typeof unitParam>(
  area: A,
  params: P,
) =>
  endpoint({
    name: `history.${area}`,
    summary: `Who changed what, newest first: ${area}.`,
    method: 'GET',
    path: `/api/history/${area}/:id/`,
    access: HISTORY_ACCESS[area],
    params,
    query: z.object(pageQuery),
    reply: pageOf(historyEntry),
  })

/** Trucks and trailers have texts as ids, all other records have numbers. */
type ParamsOf<A extends HistoryArea> = A extends 'trailers' | 'trucks' ? typeof unitParam : typeof idParam
const paramsOf = (area: HistoryArea) => (area === 'trailers' || area === 'trucks' ? unitParam : idParam)

type HistoryEndpoints = { readonly [A in HistoryArea]: ReturnType<typeof historyEndpoint<A, ParamsOf<A>>> }

/** One call for each area of `HISTORY_ACCESS`: the history of one record. */
export const historyEndpoints = Object.fromEntries(
  (Object.keys(HISTORY_ACCESS) as HistoryArea[]).map((area) => [area, historyEndpoint(area, paramsOf(area))]),
  // `Object.fromEntries` loses the type of each call.
) as unknown as HistoryEndpoints
