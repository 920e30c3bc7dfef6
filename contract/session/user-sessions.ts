import * as z from 'zod/mini'
import { administrator } from '#contract/wire/access.ts'
import { endpoint } from '#contract/wire/endpoint.ts'
import { pageOf, pageQuery } from '#contract/wire/page.ts'
import { idParam } from '#contract/wire/record.ts'
import { ownSession, ownSessionEndpoints } from './own-sessions.ts'

/** Calls for administrators to see and end the sessions of other users. */
export const userSessionEndpoints = {
  list: endpoint({
    name: 'userSessions.list',
    summary: 'The sessions of a user, the most recently used first.',
    method: 'GET',
    path: '/api/users/users/:id/sessions/',
    access: administrator,
    params: idParam,
    query: z.object(pageQuery),
    reply: pageOf(ownSession),
  }),
  end: endpoint({
    name: 'userSessions.end',
    summary: 'End one session of a user immediately; 404 for the session of another user.',
    method: 'DELETE',
    path: '/api/users/users/:id/sessions/:session/',
    access: administrator,
    params: z.object({ ...idParam.shape, session: ownSessionEndpoints.end.params.shape.id }),
    status: 204,
    reply: null,
  }),
  endOfUser: endpoint({
    name: 'userSessions.endOfUser',
    summary: 'End all sessions of a user immediately, except the session of the request.',
    method: 'POST',
    path: '/api/users/users/:id/end_sessions/',
    access: administrator,
    params: idParam,
    status: 204,
    reply: null,
  }),
  endOfAll: endpoint({
    name: 'userSessions.endOfAll',
    summary: 'End the sessions of all users immediately. With `all_but_own`, the session of the request stays.',
    method: 'POST',
    path: '/api/auth/end_all/',
    access: administrator,
    body: z.object({ sessions: z.enum(['all', 'all_but_own']) }),
    status: 204,
    reply: null,
  }),
}
