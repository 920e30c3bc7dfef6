import * as z from 'zod/mini'
import { signedIn } from '#contract/wire/access.ts'
import { endpoint } from '#contract/wire/endpoint.ts'
import { pageOf, pageQuery } from '#contract/wire/page.ts'
import { instant } from '#contract/wire/record.ts'

/**
 * A valid session of the signed-in user. The device id is not included: sign-ins from a known device have a limit of
 * their own, and an attacker who knew the id could use this limit up.
 */
export const ownSession = z.object({
  id: z.guid(),
  /** The user agent string at the sign-in; empty when the browser sent none. */
  user_agent: z.string(),
  /** The user agent string of the last use, and the network of the last use (`networkOf` on the server). */
  // The defaults are for older responses stored on a device.
  last_user_agent: z._default(z.string(), ''),
  network: z._default(z.string(), ''),
  created_at: instant,
  /** The last sign-in or token refresh: at most 15 minutes before the last call of the session. */
  last_seen_at: instant,
  /** Whether this session sent the request. */
  is_current: z.boolean(),
})
export type OwnSession = z.output<typeof ownSession>

export const ownSessionEndpoints = {
  list: endpoint({
    name: 'ownSessions.list',
    summary: 'Your own sessions, the most recently used first.',
    method: 'GET',
    path: '/api/auth/sessions/',
    access: signedIn,
    query: z.object(pageQuery),
    reply: pageOf(ownSession),
  }),
  end: endpoint({
    name: 'ownSessions.end',
    summary: 'End one of your own sessions immediately; 404 for the session of another user.',
    method: 'DELETE',
    path: '/api/auth/sessions/:id/',
    access: signedIn,
    params: z.object({
      id: z.pipe(
        z.guid('Enter a valid UUID.'),
        z.transform((id: string) => id.toLowerCase()),
      ),
    }),
    status: 204,
    reply: null,
  }),
  endOthers: endpoint({
    name: 'ownSessions.endOthers',
    summary: 'End all your own sessions immediately, except the session of the request.',
    method: 'DELETE',
    path: '/api/auth/sessions/',
    access: signedIn,
    status: 204,
    reply: null,
  }),
}
