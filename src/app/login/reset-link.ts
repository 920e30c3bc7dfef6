import * as z from 'zod/mini'

/** The proof in a mailed link: the account, and a token that only its mailbox received. */
const resetLink = z.object({ uid: z.string().check(z.minLength(1)), token: z.string().check(z.minLength(1)) })
export type ResetLink = z.output<typeof resetLink>

declare module '@tanstack/react-router' {
  interface HistoryState {
    /**
     * Stored in the history state: not visible in the URL, not in the browser's history list, and still there after a
     * reload.
     */
    readonly resetLink?: ResetLink
  }
}

/** The router parses URL values as JSON, so a `uid` of digits arrives as a number. */
const asText = z.catch(z.pipe(z.union([z.string(), z.number()]), z.transform(String)), '')
export const newPasswordSearch = z.object({ token: z._default(asText, ''), uid: z._default(asText, '') })

/** The link's proof after the # of a mailed URL. Browsers do not send that part to servers, so no log contains it. */
export const linkBehindHash = (hash: string): ResetLink | null =>
  resetLinkIn(Object.fromEntries(new URLSearchParams(hash)))

/** The proof from URL values or from the history state; null when a part is missing. */
export function resetLinkIn(values: unknown): ResetLink | null {
  const read = resetLink.safeParse(values)
  return read.success ? read.data : null
}
