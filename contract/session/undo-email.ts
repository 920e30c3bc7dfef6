import * as z from 'zod/mini'
import { open } from '#contract/wire/access.ts'
import { endpoint } from '#contract/wire/endpoint.ts'

/** For so long a former address undoes the change of an account's address. */
export const UNDO_HOURS = 72

const token = z.object({ token: z.string().check(z.minLength(1, 'This field may not be blank.'), z.maxLength(200)) })

export const undoEmailEndpoints = {
  /** Counted together with uses of such links: so often in a quarter of an hour. */
  lookAtUndo: endpoint({
    name: 'ownership.look_at_undo',
    summary: 'Which address the mailed link would put back; looking does not use it up.',
    method: 'POST',
    path: '/api/auth/undo_email/look/',
    access: open,
    asks: true,
    body: token,
    reply: z.object({ email: z.string() }),
  }),
  /**
   * Once, within 72 hours. It ends all sessions, links and the password of the account; the answer sets a new password, as a reset
   * link does.
   */
  undoEmail: endpoint({
    name: 'ownership.undo_email',
    summary: 'Undo the change of an account’s address, by the link that was mailed to the former one.',
    method: 'POST',
    path: '/api/auth/undo_email/',
    access: open,
    body: token,
    reply: z.object({ uid: z.string(), token: z.string() }),
  }),
}
