import * as z from 'zod/mini'
import { viewOrEdit } from '#contract/wire/access.ts'
import { endpoint } from '#contract/wire/endpoint.ts'
import { pageOf, pageQuery } from '#contract/wire/page.ts'
import { person } from '#contract/wire/people.ts'
import { serverId } from '#contract/wire/record.ts'

export const fleetManagerEndpoints = {
  miniList: endpoint({
    name: 'fleetManagers.miniList',
    summary:
      'Fleet managers for pickers, by user id. Email and phone are empty unless you may view and edit trucks or trailers.',
    method: 'GET',
    path: '/api/fleet_managers/mini-list/',
    access: viewOrEdit('maintenance', 'trailers', 'trucks'),
    query: z.object(pageQuery),
    reply: pageOf(z.object({ id: serverId, user: person })),
  }),
}
