import * as z from 'zod/mini'
import { signedIn } from '#contract/wire/access.ts'
import { endpoint } from '#contract/wire/endpoint.ts'

/** How long a password that was entered in a session permits actions that only the owner of an account may do. */
export const PASSWORD_COUNTS_MINUTES = 15

/** The `code` of a 403 for an action that requires the password in this session within the last 15 minutes. */
export const PASSWORD_NEEDED = 'password_needed'

const blank = 'This field may not be blank.'

/** Calls that protect an account from being taken over. */
export const ownershipEndpoints = {
  /** Permits such changes in this session for 15 minutes. A wrong password is a 400 at `current_password`. */
  confirmPassword: endpoint({
    name: 'ownership.confirm_password',
    summary: 'Confirm your own password, after a refusal with `password_needed`.',
    method: 'POST',
    path: '/api/auth/confirm_password/',
    access: signedIn,
    body: z.object({ password: z.string().check(z.minLength(1, blank), z.maxLength(1000)) }),
    status: 204,
    reply: null,
  }),
}
