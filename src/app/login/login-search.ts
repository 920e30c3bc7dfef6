import * as z from 'zod/mini'

/** An address of this app: a lone slash first, so that no other site can be named. */
const ownAddress = z.string().check(z.regex(/^\/(?![/\\])/))

/** `from`: where the person was going; the start page when it is absent or not an address of this app. */
export const loginSearch = z.object({ from: z.catch(z._default(ownAddress, '/'), '/') })
