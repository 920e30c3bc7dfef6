import { type Access, can } from '#contract/access.ts'
import { currentUser } from '#src/session/session.ts'

/** Runs a page's loader for those who may see the page; for all others the layout shows the refusal instead. */
export async function whenAllowed(access: Access, load: () => Promise<void>): Promise<void> {
  if (can(currentUser(), access)) await load()
}
