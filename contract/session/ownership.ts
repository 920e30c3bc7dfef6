import * as z from 'zod/mini'
import { signedIn } from '#contract/wire/access.ts'
import { endpoint } from '#contract/wire/endpoint.ts'

/** For so long a password that was given in a session is enough for what only the owner of an account may do. */
export const PASSWORD_COUNTS_MINUTES = 15

/** The `code` of a 403 for what needs a password given in the session within the last 15 minutes. */
export const PASSWORD_NEEDED = 'password_needed'

const blank = 'This field may not be blank.'

/** How an account stays with its owner. */
export const ownershipEndpoints = {
  /** From then on this session may make such changes, for 15 minutes. A wrong password is a 400 under `current_password`. */
  confirmPassword: endpoint({
    name: 'ownership.confirm_password',
    summary: 'Give your own password once more, for what was refused with `password_needed`.',
    method: 'POST',
    path: '/api/auth/confirm_password/',
    access: signedIn,
    body: z.object({ password: z.string().check(z.minLength(1, blank), z.maxLength(1000)) }),
    status: 204,
    reply: null,
  }),
}
