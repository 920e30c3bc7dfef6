import * as z from 'zod/mini'
import { unitParam } from '#contract/units/unit-names.ts'
import { HISTORY_ACCESS, type HistoryArea } from './access.ts'
import { endpoint } from './endpoint.ts'
import { pageOf, pageQuery } from './page.ts'
import { historyEntry, idParam } from './record.ts'

const read = <const A extends HistoryArea, const P extends typeof idParam | typeof unitParam>(area: A, params: P) =>
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

/** Trucks and trailers are called by texts, all other records by numbers. */
type ParamsOf<A extends HistoryArea> = A extends 'trailers' | 'trucks' ? typeof unitParam : typeof idParam
const paramsOf = (area: HistoryArea) => (area === 'trailers' || area === 'trucks' ? unitParam : idParam)

type HistoryEndpoints = { readonly [A in HistoryArea]: ReturnType<typeof read<A, ParamsOf<A>>> }

/** One call for each area of `HISTORY_ACCESS`. */
export const historyEndpoints = Object.fromEntries(
  (Object.keys(HISTORY_ACCESS) as HistoryArea[]).map((area) => [area, read(area, paramsOf(area))]),
  // Each call has the type that its area gives it; entries lose it.
) as unknown as HistoryEndpoints
