import * as z from 'zod/mini'
import { signedIn } from './access.ts'
import { endpoint } from './endpoint.ts'
import { clientId } from './record.ts'

/** The most missing numbers that are noted of a device; the newest are kept. */
export const MAX_MISSING = 1000

const number = z.int().check(z.positive())

/** What one of a person's devices has sent: the highest number of its changes, and which up to it were not made. */
export const deviceNumbers = z.object({ highest_seq: number, missing_seqs: z.array(number) })

const params = z.object({ id: clientId })

export const deviceEndpoints = {
  find: endpoint({
    name: 'devices.find',
    summary:
      'Which numbered changes of one of your own devices were made, and which are missing: not come, or refused.',
    method: 'GET',
    path: '/api/devices/:id/',
    access: signedIn,
    params,
    reply: deviceNumbers,
  }),
  account: endpoint({
    name: 'devices.account',
    summary: 'Tell that missing changes of your device will not come: it has given them up, or lost them and said so.',
    method: 'POST',
    path: '/api/devices/:id/accounted/',
    access: signedIn,
    params,
    body: z.object({ seqs: z.array(number).check(z.minLength(1), z.maxLength(MAX_MISSING)) }),
    reply: deviceNumbers,
  }),
}
