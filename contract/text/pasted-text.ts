import * as z from 'zod/mini'

/**
 * Removes invisible characters that copy and paste adds: direction marks, soft hyphens, unusual spaces (replaced by
 * plain ones). Joiners stay, because words of some languages need them. This file is small because the first screen
 * loads it; forms clean more (`plain-text.ts`).
 */
export function cleanPastedText(text: string): string {
  return text
    .replace(/(?!\u200c|\u200d|[\u{e0020}-\u{e007f}])\p{Cf}/gu, '')
    .replace(/\p{Zs}/gu, ' ')
    .trim()
}
/** Cleans a text of a schema with `cleanPastedText`. */
export const PASTED = z.overwrite(cleanPastedText)
