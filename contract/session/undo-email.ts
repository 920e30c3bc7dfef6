import * as z from 'zod/mini'
import { open } from '#contract/wire/access.ts'
import { endpoint } from '#contract/wire/endpoint.ts'

/** How long the former address of an account can undo a change of its address. */
export const UNDO_HOURS = 72

const token = z.object({ token: z.string().check(z.minLength(1, 'This field may not be blank.'), z.maxLength(200)) })

export const undoEmailEndpoints = {
  /** Shares one limit per quarter of an hour with the use of such links. */
  lookAtUndo: endpoint({
    name: 'ownership.look_at_undo',
    summary: 'The address that the mailed link would restore. Reading it does not use up the link.',
    method: 'POST',
    path: '/api/auth/undo_email/look/',
    access: open,
    isReadOnly: true,
    body: token,
    reply: z.object({ email: z.string() }),
  }),
  /**
   * Works once, within 72 hours. Ends all sessions and links of the account and makes its password invalid. The
   * response contains what is needed to set a new password, like a reset link.
   */
  undoEmail: endpoint({
    name: 'ownership.undo_email',
    summary: 'Undo the change of an account’s address with the link mailed to the former address.',
    method: 'POST',
    path: '/api/auth/undo_email/',
    access: open,
    body: token,
    reply: z.object({ uid: z.string(), token: z.string() }),
  }),
}
