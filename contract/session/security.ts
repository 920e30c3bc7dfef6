import * as z from 'zod/mini'
import { administrator } from '#contract/wire/access.ts'
import { reportDay } from '#contract/wire/days.ts'
import { endpoint } from '#contract/wire/endpoint.ts'
import { pageOf, pageQuery } from '#contract/wire/page.ts'
import { instant, serverId } from '#contract/wire/record.ts'

/** The kinds of events in the security log: stored name and title. A name is never reused for another kind. */
export const SECURITY_KINDS = {
  sign_in: 'Signed in',
  sign_in_refused: 'Sign-in refused',
  sign_in_throttled: 'Sign-ins throttled',
  sign_out: 'Signed out',
  password_refused: 'Own password refused',
  throttled: 'Requests throttled',
  refusals_counted: 'Refusals not listed',
  token_reused: 'Copied sign-in ended',
  session_ended: 'Session ended',
  sessions_ended: 'Sessions ended',
  secret_changed: 'Secret of the server changed',
  password_needed: 'Refused without the password',
  token_refused: 'Incomplete token refused',
  access_refused: 'Access refused',
  reset_asked: 'Password reset asked for',
  password_changed: 'Password changed',
  email_changed: 'Email changed',
  email_restored: 'Email change undone',
  role_changed: 'Role changed',
  permissions_changed: 'Permissions changed',
  activated: 'Account activated',
  deactivated: 'Account deactivated',
  user_created: 'User created',
  user_deleted: 'User deleted',
  exported: 'Data exported',
} as const
export type SecurityKind = keyof typeof SECURITY_KINDS
export const securityKinds = Object.keys(SECURITY_KINDS) as [SecurityKind, ...SecurityKind[]]

/** A user in the log, with the name at the time of the event. The user with this id may be deleted. */
const loggedUser = z.object({ id: serverId, name: z.string() })

/** One event of the security log. */
export const securityEvent = z.object({
  id: serverId,
  at: instant,
  // A page that was open during an update of the server may receive unknown kinds.
  kind: z.union([z.enum(securityKinds), z.string()]),
  /** The user who acted; null when no user was signed in. */
  actor: z.nullable(loggedUser),
  /** The user whose account the event is about; null for none. */
  subject: z.nullable(loggedUser),
  session: z.nullable(z.guid()),
  /** An IPv4 address, or the first 64 bits of an IPv6 address; empty for an event without a request. */
  network: z.string(),
  user_agent: z.string(),
  /** Further details by name: the number of exported rows, the former and the new role. */
  detail: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])),
})
export type SecurityEvent = z.output<typeof securityEvent>

/** The filter of the log. `user`: events about this user or by this user. Days are in the company's time zone. */
export const securityFilter = {
  kind: z.optional(z.enum(securityKinds)),
  user: z.optional(z.pipe(z.string().check(z.regex(/^\d{1,15}$/, 'A whole number is required.')), z.transform(Number))),
  date_after: z.optional(reportDay),
  date_before: z.optional(reportDay),
}

export const securityEndpoints = {
  list: endpoint({
    name: 'security.list',
    summary: 'The security log, newest first.',
    method: 'GET',
    path: '/api/security/events/',
    access: administrator,
    query: z.object({ ...pageQuery, ...securityFilter }),
    reply: pageOf(securityEvent),
  }),
  export: endpoint({
    name: 'security.export',
    summary: 'The same events as CSV, newest first.',
    method: 'GET',
    path: '/api/security/export/',
    access: administrator,
    query: z.object({
      ...securityFilter,
      file_format: z._default(z.literal('csv'), 'csv'),
      expires: z.optional(z.string()),
      signature: z.optional(z.string()),
    }),
    bytes: 'reply',
    reply: null,
  }),
  exportLink: endpoint({
    name: 'security.exportLink',
    summary: 'A link to the same file. It needs no token and is valid for ten minutes.',
    method: 'POST',
    path: '/api/security/export/',
    access: administrator,
    isReadOnly: true,
    body: z.object({ ...securityFilter, user: z.optional(serverId) }),
    reply: z.object({ url: z.string() }),
  }),
}
