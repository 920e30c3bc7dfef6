import * as z from 'zod/mini'
import { open } from './access.ts'
import { endpoint } from './endpoint.ts'

export const healthEndpoints = {
  check: endpoint({
    name: 'health.check',
    summary: 'Responds once the server serves calls. Needs no sign-in.',
    method: 'GET',
    path: '/api/health/',
    access: open,
    reply: z.object({ status: z.literal('ok') }),
  }),
}
