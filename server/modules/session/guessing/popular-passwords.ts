import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliDecompressSync } from 'node:zlib'
import { glued } from '#contract/text/folded.ts'
import { readingsOf } from './readings.ts'

/** Sorted, in lower case, one per line. Source: docs/dependencies.md. */
const LIST = join(import.meta.dirname, 'popular-passwords.txt.br')

/** Additions that a general list lacks: words of the trade, and common guesses for such a server. */
const EXTRA_WORDS = [
  'dispatch1',
  'dispatcher',
  'trucking1',
  'trucker1',
  'changeme1',
  'letmein123',
  'welcome123',
  'admin1234',
]

let loadedWords: ReadonlySet<string> | null = null

/**
 * The most common passwords of 8 characters or more, and the most common shorter words that passwords are built from.
 */
export function popularPasswords(): ReadonlySet<string> {
  loadedWords ??= new Set([
    ...EXTRA_WORDS,
    ...brotliDecompressSync(readFileSync(LIST)).toString().trimEnd().split('\n'),
  ])
  return loadedWords
}

/**
 * Digits and signs that users typically add around a word: a date, a few signs. More than that is hard to guess on its
 * own.
 */
const MAX_ADDED = 10

/** All variants of a text without up to `MAX_ADDED` of the digits and signs at its ends. */
function strippedVariants(text: string): readonly string[] {
  const before = /^\P{L}*/u.exec(text)?.[0].length ?? 0
  const after = /\P{L}*$/u.exec(text)?.[0].length ?? 0
  const words: string[] = []
  for (let start = 0; start <= Math.min(before, MAX_ADDED); start++)
    for (let end = 0; end <= Math.min(after, MAX_ADDED - start); end++) words.push(text.slice(start, text.length - end))
  return words
}

/**
 * Whether the password is a common one, ignoring case, characters that replace similar letters, and signs between
 * letters; or a common word with digits or signs before or after it.
 */
export function isPopular(password: string): boolean {
  const common = popularPasswords()
  const readings = strippedVariants(password.toLowerCase()).flatMap(readingsOf)
  return readings.some((word) => common.has(word) || common.has(glued(word)))
}
