import * as z from 'zod/mini'
import { administrator, viewOrEdit } from '#contract/wire/access.ts'
import { endpoint } from '#contract/wire/endpoint.ts'
import { unitReads } from './unit-calls.ts'
import { truck } from './unit-rows.ts'

export const truckParts = { noun: 'truck', row: truck, remove: administrator }

export const truckEndpoints = {
  ...unitReads('trucks', truckParts),
  identifiers: endpoint({
    name: 'trucks.identifiers',
    summary: 'What is written on all trucks, so that no other one is given the same.',
    method: 'GET',
    path: '/api/trucks/identifiers/',
    access: viewOrEdit('trucks'),
    reply: z.object({
      plates: z.array(z.string()),
      unitNumbers: z.array(z.string()),
      transponderIds: z.array(z.string()),
    }),
  }),
}
