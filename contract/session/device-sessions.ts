import * as z from 'zod/mini'
import { open, signedIn } from '#contract/wire/access.ts'
import { endpoint } from '#contract/wire/endpoint.ts'
import { refreshToken } from './session.ts'

/**
 * `id`: the server secret from which the key is derived, as 8 hex digits. `key`: the 32 bytes of the key in base64url.
 */
const deviceKey = z.object({
  id: z.string().check(z.regex(/^[0-9a-f]{8}$/)),
  key: z.string().check(z.regex(/^[\w-]{43}$/)),
})

/** Calls for the session of a device. Separate from `session.ts` because the first screen loads that file. */
export const deviceSessionEndpoints = {
  deviceKey: endpoint({
    name: 'session.device_key',
    summary: 'The keys for the data that a device stores for the signed-in user. The device seals with the first one.',
    method: 'POST',
    path: '/api/auth/device_key/',
    access: signedIn,
    isReadOnly: true,
    body: z.object({ device: z.uuid('Must be a UUID.') }),
    reply: z.object({ keys: z.array(deviceKey).check(z.minLength(1)) }),
  }),
  logout: endpoint({
    name: 'session.logout',
    summary: 'End the session of the request and the session of the refresh token.',
    method: 'POST',
    path: '/api/auth/logout/',
    access: signedIn,
    body: z.object({ refresh: refreshToken }),
    status: 204,
    reply: null,
  }),
  end: endpoint({
    name: 'session.end',
    summary:
      'End sessions that were signed out without a network. Each is named by the SHA-256 of the first half of its refresh token.',
    method: 'POST',
    path: '/api/auth/end/',
    access: open,
    body: z.object({
      sessions: z
        .array(z.string().check(z.regex(/^[0-9a-f]{64}$/, 'Must be a SHA-256 in hex.')))
        .check(z.maxLength(50)),
    }),
    status: 204,
    reply: null,
  }),
}
