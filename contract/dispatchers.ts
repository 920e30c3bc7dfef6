import * as z from 'zod/mini'
import { viewOrEdit } from './access.ts'
import { endpoint } from './endpoint.ts'
import { pageOf, pageQuery } from './page.ts'
import { person } from './people.ts'
import { serverId } from './record.ts'

/** `dissmissed` is spelt so on the wire and on screen. */
export const DISPATCHER_STATUSES = ['working', 'dissmissed', 'on_vacation'] as const
export const dispatcherStatus = z.enum(DISPATCHER_STATUSES)

export const dispatcherName = z.object({ id: serverId, user: person })
export type DispatcherName = z.output<typeof dispatcherName>

export const dispatcherEndpoints = {
  miniList: endpoint({
    name: 'dispatchers.miniList',
    summary: 'Names for pickers.',
    method: 'GET',
    path: '/api/dispatchers/mini-list/',
    access: viewOrEdit('dispatchers', 'drivers', 'schedule', 'trailers', 'trucks'),
    query: z.object(pageQuery),
    reply: pageOf(dispatcherName),
  }),
}
