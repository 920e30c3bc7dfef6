import * as z from 'zod/mini'

/** A path of this app: it begins with exactly one slash, so it can't name another site. */
const ownAddress = z.string().check(z.regex(/^\/(?![/\\])/))

/** `from`: the page that the user wanted to open; the start page when it is missing or not a path of this app. */
export const loginSearch = z.object({ from: z.catch(z._default(ownAddress, '/'), '/') })
