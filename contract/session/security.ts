import * as z from 'zod/mini'
import { administrator } from '#contract/wire/access.ts'
import { reportDay } from '#contract/wire/days.ts'
import { endpoint } from '#contract/wire/endpoint.ts'
import { pageOf, pageQuery } from '#contract/wire/page.ts'
import { instant, serverId } from '#contract/wire/record.ts'

/** What the security log tells, by its stored name. A name is never reused for something else. */
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

/** A person as the log names them: by the name of then; the id of a user who is deleted leads nowhere. */
const namedThen = z.object({ id: serverId, name: z.string() })

export const securityEvent = z.object({
  id: serverId,
  at: instant,
  // A server that was updated while a page is open may tell of a kind that this page does not know.
  kind: z.union([z.enum(securityKinds), z.string()]),
  /** The user who did it; null where no user was signed in. */
  actor: z.nullable(namedThen),
  /** Whose account it is about; null where there is none. */
  subject: z.nullable(namedThen),
  session: z.nullable(z.guid()),
  /** An IPv4 address, or the first 64 bits of an IPv6 one; empty for what came from no request. */
  network: z.string(),
  user_agent: z.string(),
  /** What else is told, by name: the number of rows of an export, the former and the new role. */
  detail: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])),
})
export type SecurityEvent = z.output<typeof securityEvent>

/** What of the log is asked for. `user`: about this person, or done by them. Days are of the company's time. */
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
    summary: 'A link to the same file, which needs no token and holds for ten minutes.',
    method: 'POST',
    path: '/api/security/export/',
    access: administrator,
    asks: true,
    body: z.object({ ...securityFilter, user: z.optional(serverId) }),
    reply: z.object({ url: z.string() }),
  }),
}
