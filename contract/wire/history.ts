import * as z from 'zod/mini'
import { unitParam } from '#contract/units/units.ts'
import { type Access, administrator, signedIn, view } from './access.ts'
import { endpoint } from './endpoint.ts'
import { pageOf, pageQuery } from './page.ts'
import { historyEntry, idParam } from './record.ts'

/** The kinds of record whose changes are kept, and who may read them: whoever may view the area. */
export const HISTORY_ACCESS = {
  contacts: signedIn,
  dispatchers: view('dispatchers'),
  drivers: view('drivers'),
  maintenance: view('maintenance'),
  schedule: view('schedule'),
  trailers: view('trailers'),
  trucks: view('trucks'),
  users: administrator,
} as const satisfies Record<string, Access>
export type HistoryArea = keyof typeof HISTORY_ACCESS

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

export const historyEndpoints = {
  contacts: read('contacts', idParam),
  dispatchers: read('dispatchers', idParam),
  drivers: read('drivers', idParam),
  maintenance: read('maintenance', idParam),
  schedule: read('schedule', idParam),
  trailers: read('trailers', unitParam),
  trucks: read('trucks', unitParam),
  users: read('users', idParam),
}
