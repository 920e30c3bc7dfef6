import { type Access, can } from '#contract/access.ts'
import { currentUser } from '#src/session/session.ts'

/** Runs a page's loader for those who may see the page; for all others the layout shows the refusal instead. */
export async function whenAllowed(access: Access, load: () => Promise<void>): Promise<void> {
  if (can(currentUser(), access)) await load()
}

/** Why a page's loader runs, as the router says it. */
export type LoadCause = 'preload' | 'enter' | 'stay'

/**
 * Waits for a list, unless its page is on screen: another order or filter then does not hold that up, and the rows before
 * stand until there are others.
 */
export async function unlessHere(cause: LoadCause, ready: Promise<void>): Promise<void> {
  if (cause !== 'stay') await ready
}
