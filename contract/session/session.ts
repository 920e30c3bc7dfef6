import * as z from 'zod/mini'
import { PASTED } from '#contract/text/pasted-text.ts'
import { open } from '#contract/wire/access.ts'
import { endpoint } from '#contract/wire/endpoint.ts'

const PASSWORD_SHORT = 'Password must be more than 8 characters'
const PASSWORD_LONG = 'Password must be less than 32 characters'

/** The rules and messages of the login form. The server checks credentials, not these rules. */
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

/**
 * A refresh token has two halves with a dot between them: the first is constant, the second changes at each use. With
 * `refresh_cookie`, the body has only the first half, and the second is in the cookie `refresh-token`, which no script
 * can read.
 */
const tokens = z.object({
  access: z.string(),
  refresh: z.string(),
  /** The second half is in the cookie. */
  refresh_cookie: z.optional(z.boolean()),
})

/**
 * How long the browser keeps the cookie. `session`: until the browser is closed; `lasting`: as long as the session is
 * valid.
 */
const refreshCookie = z.optional(z.enum(['session', 'lasting']))
export const refreshToken = z.string().check(z.minLength(1, 'This field may not be blank.'), z.maxLength(4000))

export const sessionEndpoints = {
  create: endpoint({
    name: 'session.create',
    summary: 'Sign in with e-mail and password. Returns an access token and a refresh token.',
    method: 'POST',
    path: '/api/auth/jwt/create/',
    access: open,
    body: z.object({
      email: z.string().check(PASTED, z.minLength(1, 'This field may not be blank.'), z.maxLength(320)),
      password: z.string().check(z.minLength(1, 'This field may not be blank.'), z.maxLength(1000)),
      refresh_cookie: refreshCookie,
    }),
    reply: tokens,
  }),
  refresh: endpoint({
    name: 'session.refresh',
    summary: 'Exchange a valid refresh token for a new access token and a new refresh token.',
    method: 'POST',
    path: '/api/auth/jwt/refresh/',
    access: open,
    body: z.object({ refresh: refreshToken, refresh_cookie: refreshCookie }),
    reply: z.object({
      access: z.string(),
      /**
       * The token to use from now on. Absent when the second half is in the cookie, and when the token is not replaced.
       */
      refresh: z.optional(z.string()),
      refresh_cookie: z.optional(z.boolean()),
    }),
  }),
}
