import * as z from 'zod/mini'

/**
 * A text without what comes along by copy and paste and shows nothing: turns of the direction, soft hyphens, odd blanks.
 * Joiners stay, which spell words of some languages. Short, for the first screen waits for it; forms clean further
 * (`plain-text.ts`).
 */
export function pasted(text: string): string {
  return text
    .replace(/(?!\u200c|\u200d|[\u{e0020}-\u{e007f}])\p{Cf}/gu, '')
    .replace(/\p{Zs}/gu, ' ')
    .trim()
}
export const PASTED = z.overwrite(pasted)
