import { MAX_DESCRIPTION } from '#contract/boards/schedule.ts'
import { plainWords } from '#contract/text/plain-text.ts'
import { lengthOf } from '#src/format/text-length.ts'

/** From how many characters before the limit on they are counted on screen. */
const NEAR = 50

/** What is sent of a typed description: blanks around it say nothing, and no more does what can't be seen. */
export function descriptionOf(typed: string): string {
  return plainWords(typed)
}

/** "480 of 500 characters", near the limit and above it; null for a text with room left. */
export function descriptionCount(typed: string): string | null {
  const length = lengthOf(descriptionOf(typed))
  return length < MAX_DESCRIPTION - NEAR ? null : `${length} of ${MAX_DESCRIPTION} characters`
}

/** Why the server would not take a description, and what to do; null when it would. */
export function descriptionTrouble(typed: string): string | null {
  const over = lengthOf(descriptionOf(typed)) - MAX_DESCRIPTION
  if (over <= 0) return null
  const most = `A description has at most ${MAX_DESCRIPTION} characters`
  return `${most}; this one has ${MAX_DESCRIPTION + over}. Take out ${over}, then save again.`
}
