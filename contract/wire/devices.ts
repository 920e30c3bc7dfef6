import * as z from 'zod/mini'
import { signedIn } from './access.ts'
import { endpoint } from './endpoint.ts'
import { clientId } from './record.ts'

/** The most missing sequence numbers that the server stores for one device: the newest. */
export const MAX_MISSING = 1000

const seqNumber = z.int().check(z.positive())

/**
 * What the server has from one device: the highest sequence number of its changes, and the numbers below it that are
 * missing.
 */
export const deviceSequence = z.object({ highest_seq: seqNumber, missing_seqs: z.array(seqNumber) })

const params = z.object({ id: clientId })

export const deviceEndpoints = {
  find: endpoint({
    name: 'devices.find',
    summary:
      'Which numbered changes of one of your own devices were made, and which are missing: never received, or refused.',
    method: 'GET',
    path: '/api/devices/:id/',
    access: signedIn,
    params,
    reply: deviceSequence,
  }),
  account: endpoint({
    name: 'devices.account',
    summary:
      'Report that missing changes of your device will never arrive: they were discarded, or lost with a message to the user.',
    method: 'POST',
    path: '/api/devices/:id/accounted/',
    access: signedIn,
    params,
    body: z.object({ seqs: z.array(seqNumber).check(z.minLength(1), z.maxLength(MAX_MISSING)) }),
    reply: deviceSequence,
  }),
}
