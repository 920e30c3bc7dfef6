import * as z from 'zod/mini'
import { viewOrEdit } from '#contract/wire/access.ts'
import { endpoint } from '#contract/wire/endpoint.ts'
import { pageOf, pageQuery } from '#contract/wire/page.ts'
import { isoDate } from '#contract/wire/record.ts'
import { UNIT_KINDS } from './unit-choices.ts'
import { unitId } from './unit-names.ts'

const reasons = [
  'for_sale',
  'on_service',
  'major_defect',
  'inspection_overdue',
  'service_overdue',
  'registration_expired',
  'driver_papers',
] as const

export const transportEndpoints = {
  miniList: endpoint({
    name: 'transport.miniList',
    summary: 'Trucks and trailers for one picker, by id, limited to the kinds that the user may see.',
    method: 'GET',
    path: '/api/transport/mini-list/',
    access: viewOrEdit('maintenance', 'trailers', 'trucks'),
    query: z.object(pageQuery),
    reply: pageOf(z.object({ id: unitId, kind: z.enum(UNIT_KINDS), title: z.string() })),
  }),
  identifiers: endpoint({
    name: 'transport.identifiers',
    summary:
      'The identifiers of all units, which must be unique. Those of trucks only are included for users who may see trucks.',
    method: 'GET',
    path: '/api/transport/identifiers/',
    access: viewOrEdit('trucks', 'trailers'),
    reply: z.object({
      unit_number: z.array(z.string()),
      licence_plate: z.array(z.string()),
      transponder_id: z.array(z.string()),
      pilot_flying_j_truck: z.array(z.number()),
      /** The vendor numbers vehicles and trailers separately. */
      gomotive_id: z.object({ truck: z.array(z.number()), trailer: z.array(z.number()) }),
    }),
  }),
  notReady: endpoint({
    name: 'transport.notReady',
    summary:
      'The units that are not ready to roll today, by id, with the reasons, limited to the kinds that the user may view.',
    method: 'GET',
    path: '/api/transport/not-ready/',
    access: viewOrEdit('maintenance', 'trailers', 'trucks'),
    reply: z.object({
      results: z.array(
        z.object({
          id: unitId,
          kind: z.enum(UNIT_KINDS),
          reasons: z.array(z.object({ reason: z.enum(reasons), since: z.nullable(isoDate), words: z.string() })),
        }),
      ),
    }),
  }),
}
