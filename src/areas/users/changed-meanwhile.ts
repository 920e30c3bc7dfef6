import type { User } from '#contract/users.ts'
import { changeWords } from './user-change-fields.ts'
import { patchOf, valuesOf } from './user-form.ts'

/**
 * What the server has of a user otherwise than it was `seen` when the typing began; null when that is the same. A change of
 * one's own that waits leaves the version as it is.
 */
export function changedMeanwhile(seen: User, now: User): string | null {
  if (now.version === seen.version) return null
  const words = changeWords({ was: seen, to: patchOf(seen, valuesOf(now)) })
  return words === '' ? null : `Changed meanwhile: ${words}. Where you change the same, you may be asked.`
}
