import { MAX_DESCRIPTION } from '#contract/boards/schedule.ts'
import { plainWords } from '#contract/text/plain-text.ts'
import { lengthOf } from '#src/format/text-length.ts'

/** The number of remaining characters from which a counter is shown. */
const NEAR = 50

/** The description to send: without surrounding blanks and invisible characters. */
export function descriptionOf(typed: string): string {
  return plainWords(typed)
}

/** The counter near and above the limit: "480 of 500 characters". Null for a shorter text. */
export function descriptionCount(typed: string): string | null {
  const length = lengthOf(descriptionOf(typed))
  return length < MAX_DESCRIPTION - NEAR ? null : `${length} of ${MAX_DESCRIPTION} characters`
}

/** Why the server would refuse a description, and what to do; null for a valid one. */
export function descriptionTrouble(typed: string): string | null {
  const over = lengthOf(descriptionOf(typed)) - MAX_DESCRIPTION
  if (over <= 0) return null
  const most = `A description has at most ${MAX_DESCRIPTION} characters`
  return `${most}; this one has ${MAX_DESCRIPTION + over}. Take out ${over}, then save again.`
}
