import { type Access, can } from '#contract/wire/access.ts'
import { currentUser } from '#src/session/session.ts'

/** Runs a page's loader for those who may see the page; for all others the layout shows the refusal instead. */
export async function whenAllowed(access: Access, load: () => Promise<void>): Promise<void> {
  if (can(currentUser(), access)) await load()
}

/** Why a page's loader runs, as the router says it. */
export type LoadCause = 'preload' | 'enter' | 'stay'

/**
 * Waits until a page has read what it shows, and the part of the app that reads it, unless the page is on screen: another
 * order or filter then holds nothing up, and the rows before stand until there are others. A skeleton in their place would
 * take away the field that a person types in.
 */
export async function unlessHere(cause: LoadCause, load: () => Promise<void>): Promise<void> {
  const loading = load()
  if (cause !== 'stay') await loading
  // The page reads the same, and tells what is wrong.
  else loading.catch(() => undefined)
}
