import { type Access, can } from '#contract/wire/access.ts'
import { currentUser } from '#src/session/session.ts'

/** Runs a page's loader for users who may see the page. For others the layout shows a refusal. */
export async function whenAllowed(access: Access, load: () => Promise<void>): Promise<void> {
  if (can(currentUser(), access)) await load()
}

/** The router's reason for running a loader. */
export type LoadCause = 'preload' | 'enter' | 'stay'

/**
 * Waits until a page has loaded its data and code, unless the page is already on screen. Then another sort order or
 * filter does not wait: the old rows stay until the new rows are here. A skeleton in their place would remove the
 * search field that the user types in.
 */
export async function unlessHere(cause: LoadCause, load: () => Promise<void>): Promise<void> {
  const loading = load()
  if (cause !== 'stay') await loading
  // The page runs the same query and shows the error.
  else loading.catch(() => undefined)
}
