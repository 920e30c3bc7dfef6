import * as z from 'zod/mini'
import { open, signedIn } from './access.ts'
import { endpoint } from './endpoint.ts'
import { PASTED } from './pasted-text.ts'

const PASSWORD_SHORT = 'Password must be more than 8 characters'
const PASSWORD_LONG = 'Password must be less than 32 characters'

/** The login form's own rules and words; the server judges credentials, not their form. */
export const loginForm = z.object({
  email: z
    .string()
    .check(
      PASTED,
      z.minLength(1, { error: 'Email address is required', abort: true }),
      z.email('Email Address is invalid'),
    ),
  password: z
    .string()
    .check(
      z.minLength(1, { error: 'Password is required', abort: true }),
      z.minLength(8, PASSWORD_SHORT),
      z.maxLength(32, PASSWORD_LONG),
    ),
  rememberMe: z.boolean(),
})
export type LoginForm = z.output<typeof loginForm>

const tokens = z.object({ access: z.string(), refresh: z.string() })

/** `id` names the server's secret that the key is derived from: 8 hex digits. `key`: its 32 bytes in base64url. */
const deviceKey = z.object({
  id: z.string().check(z.regex(/^[0-9a-f]{8}$/)),
  key: z.string().check(z.regex(/^[\w-]{43}$/)),
})

export const sessionEndpoints = {
  create: endpoint({
    name: 'session.create',
    summary: 'Sign in with e-mail and password; answers an access and a refresh token.',
    method: 'POST',
    path: '/api/auth/jwt/create/',
    access: open,
    body: z.object({
      email: z.string().check(PASTED, z.minLength(1, 'This field may not be blank.'), z.maxLength(320)),
      password: z.string().check(z.minLength(1, 'This field may not be blank.'), z.maxLength(1000)),
    }),
    reply: tokens,
  }),
  refresh: endpoint({
    name: 'session.refresh',
    summary: 'A new access token for a live refresh token.',
    method: 'POST',
    path: '/api/auth/jwt/refresh/',
    access: open,
    body: z.object({ refresh: z.string().check(z.minLength(1, 'This field may not be blank.'), z.maxLength(4000)) }),
    reply: z.object({ access: z.string() }),
  }),
  logout: endpoint({
    name: 'session.logout',
    summary: 'End the session that the refresh token belongs to.',
    method: 'POST',
    path: '/api/auth/logout/',
    access: signedIn,
    body: z.object({ refresh: z.string().check(z.minLength(1, 'This field may not be blank.'), z.maxLength(4000)) }),
    status: 204,
    reply: null,
  }),
  deviceKey: endpoint({
    name: 'session.device_key',
    summary: 'The keys under which a device seals what it stores for the signed-in user; it seals with the first.',
    method: 'POST',
    path: '/api/auth/device_key/',
    access: signedIn,
    asks: true,
    body: z.object({ device: z.uuid('Must be a UUID.') }),
    reply: z.object({ keys: z.array(deviceKey).check(z.minLength(1)) }),
  }),
  end: endpoint({
    name: 'session.end',
    summary: 'End sessions that were signed out without a network, each named by the SHA-256 of its refresh token.',
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
