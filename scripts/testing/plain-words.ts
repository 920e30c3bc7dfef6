import { stripVTControlCharacters } from 'node:util'

const RUNNERS_STACK = /^ +at .*node_modules.*\n?|^ +at new Promise \(<anonymous>\)\n?/gm

/** A failure's words as a person reads them: without colors, and without the lines of the runner's own stack. */
export const plainWords = (words: string): string =>
  stripVTControlCharacters(words).replaceAll(RUNNERS_STACK, '').trim()
