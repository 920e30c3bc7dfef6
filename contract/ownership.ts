import * as z from 'zod/mini'
import { open, signedIn } from './access.ts'
import { endpoint } from './endpoint.ts'

/** For so long a password that was given in a session is enough for what only the owner of an account may do. */
export const PASSWORD_COUNTS_MINUTES = 15

/** The `code` of a 403 for what needs a password given in the session within the last 15 minutes. */
export const PASSWORD_NEEDED = 'password_needed'

/** For so long a former address undoes the change of an account's address. */
export const UNDO_HOURS = 72

const blank = 'This field may not be blank.'

/** How an account stays with its owner. */
export const ownershipEndpoints = {
  confirmPassword: endpoint({
    name: 'ownership.confirm_password',
    summary:
      'Give your own password once more: for 15 minutes this session may then make the changes that are refused with `password_needed`. A wrong one is a 400 under `current_password`.',
    method: 'POST',
    path: '/api/auth/confirm_password/',
    access: signedIn,
    body: z.object({ password: z.string().check(z.minLength(1, blank), z.maxLength(1000)) }),
    status: 204,
    reply: null,
  }),
  undoEmail: endpoint({
    name: 'ownership.undo_email',
    summary:
      'Put the former address of an account back, by the link that was mailed there: once, within 72 hours. It ends all sessions, links and the password of the account; the answer sets a new password, as a reset link does.',
    method: 'POST',
    path: '/api/auth/undo_email/',
    access: open,
    body: z.object({ token: z.string().check(z.minLength(1, blank), z.maxLength(200)) }),
    reply: z.object({ uid: z.string(), token: z.string() }),
  }),
}
