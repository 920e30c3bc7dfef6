import * as z from 'zod/mini'

/** What a mailed link proves: for whom it is, and that it was mailed to them. */
const resetLink = z.object({ uid: z.string().check(z.minLength(1)), token: z.string().check(z.minLength(1)) })
export type ResetLink = z.output<typeof resetLink>

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** Kept beside the address: not to be read there, not in the browser's history, and there after a reload. */
    readonly resetLink?: ResetLink
  }
}

/** The router reads an address's values as JSON, so a `uid` of digits is a number. */
const asText = z.catch(z.pipe(z.union([z.string(), z.number()]), z.transform(String)), '')
export const newPasswordSearch = z.object({ token: z._default(asText, ''), uid: z._default(asText, '') })

/** What stands behind the # of a mailed link: browsers send that to no server, and into no log. */
export const linkBehindHash = (hash: string): ResetLink | null =>
  resetLinkIn(Object.fromEntries(new URLSearchParams(hash)))

/** A link out of an address or of what was kept beside it; null when a part is missing. */
export function resetLinkIn(given: unknown): ResetLink | null {
  const read = resetLink.safeParse(given)
  return read.success ? read.data : null
}
