import * as z from 'zod/mini'
import { type Access, administrator, view } from './access.ts'
import { endpoint } from './endpoint.ts'
import { pageOf, pageQuery } from './page.ts'
import { historyEntry, idParam } from './record.ts'

/** The kinds of record whose changes are kept, and who may read them: whoever may view the area. */
export const HISTORY_ACCESS = {
  drivers: view('drivers'),
  schedule: view('schedule'),
  users: administrator,
} as const satisfies Record<string, Access>
export type HistoryArea = keyof typeof HISTORY_ACCESS

const read = <const A extends HistoryArea>(area: A) =>
  endpoint({
    name: `history.${area}`,
    summary: `Who changed what, newest first: ${area}.`,
    method: 'GET',
    path: `/api/history/${area}/:id/`,
    access: HISTORY_ACCESS[area],
    params: idParam,
    query: z.object(pageQuery),
    reply: pageOf(historyEntry),
  })

export const historyEndpoints = {
  drivers: read('drivers'),
  schedule: read('schedule'),
  users: read('users'),
}
