import * as z from 'zod/mini'
import { PASTED } from '#contract/text/pasted-text.ts'
import { administrator, open } from '#contract/wire/access.ts'
import { endpoint } from '#contract/wire/endpoint.ts'

export const MIN_PASSWORD = 8
/** The limit of the login form. The server itself would accept 128 characters. */
export const MAX_PASSWORD = 32
export const PASSWORD_HINT = `Password must contain at least ${MIN_PASSWORD} characters`

/** A new password. Only the server checks that it is not a common password and not the e-mail address. */
export const newPassword = z.string().check(
  z.minLength(MIN_PASSWORD, PASSWORD_HINT),
  z.maxLength(MAX_PASSWORD, `Password must contain at most ${MAX_PASSWORD} characters`),
  // A password is not cleaned. Invisible characters are refused, because users cannot type them again.
  z.refine((text) => !/[\p{Cf}\p{Cc}]/u.test(text), 'Contains an invisible character: type it again.'),
)

const blank = 'This field may not be blank.'

export const passwordEndpoints = {
  requestReset: endpoint({
    name: 'passwords.requestReset',
    summary: 'Request a link to set a new password. The response does not reveal whether the account exists.',
    method: 'POST',
    path: '/api/users/users/reset_password/',
    access: open,
    body: z.object({
      email: z
        .string()
        .check(
          PASTED,
          z.minLength(1, { error: blank, abort: true }),
          z.maxLength(320),
          z.email('Enter a valid email address.'),
        ),
    }),
    status: 204,
    reply: null,
  }),
  confirmReset: endpoint({
    name: 'passwords.confirmReset',
    summary: 'Set a new password with the mailed link: once, within 24 hours. Ends all sessions of the user.',
    method: 'POST',
    path: '/api/users/users/reset_password_confirm/',
    access: open,
    body: z.object({
      new_password: z.string().check(z.minLength(1, blank), z.maxLength(1000)),
      re_new_password: z.string().check(z.minLength(1, blank), z.maxLength(1000)),
      token: z.string().check(z.minLength(1, blank), z.maxLength(200)),
      uid: z.string().check(z.minLength(1, blank), z.maxLength(40)),
    }),
    status: 204,
    reply: null,
  }),
  sendLink: endpoint({
    name: 'passwords.sendLink',
    summary: 'Mail a user a link to set a new password.',
    method: 'POST',
    path: '/api/users/users/send_reset_link/',
    access: administrator,
    body: z.object({ email: z.string().check(PASTED, z.minLength(1, blank), z.maxLength(320)) }),
    status: 204,
    reply: null,
  }),
}
