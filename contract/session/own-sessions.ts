import * as z from 'zod/mini'
import { signedIn } from '#contract/wire/access.ts'
import { endpoint } from '#contract/wire/endpoint.ts'
import { pageOf, pageQuery } from '#contract/wire/page.ts'
import { instant } from '#contract/wire/record.ts'

/**
 * One sign-in of the person's own that is still good. Its device's id is not told: sign-ins from there are counted apart,
 * and others who knew it could use up what they are allowed.
 */
export const ownSession = z.object({
  id: z.guid(),
  /** What the browser called itself; empty when it said nothing. */
  user_agent: z.string(),
  /** What the browser called itself when the session was used last, and the network that it was used from; see `networkOf`. */
  // What was kept on a device before these were told has none.
  last_user_agent: z._default(z.string(), ''),
  network: z._default(z.string(), ''),
  created_at: instant,
  /** When it was last signed in or refreshed: at most 15 minutes before its last call. */
  last_seen_at: instant,
  /** Whether it is the one that asks. */
  is_current: z.boolean(),
})
export type OwnSession = z.output<typeof ownSession>

export const ownSessionEndpoints = {
  list: endpoint({
    name: 'ownSessions.list',
    summary: 'Where you are signed in, last seen first.',
    method: 'GET',
    path: '/api/auth/sessions/',
    access: signedIn,
    query: z.object(pageQuery),
    reply: pageOf(ownSession),
  }),
  end: endpoint({
    name: 'ownSessions.end',
    summary: 'End one of your own sessions, at once; 404 for anybody else’s.',
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
    summary: 'End all your own sessions but the one that asks, at once.',
    method: 'DELETE',
    path: '/api/auth/sessions/',
    access: signedIn,
    status: 204,
    reply: null,
  }),
}
