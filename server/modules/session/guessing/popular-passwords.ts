import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliDecompressSync } from 'node:zlib'
import { glued } from '#contract/text/folded.ts'
import { readingsOf } from './readings.ts'

/** Sorted, in lower case, one a line; where it comes from: docs/dependencies.md. */
const LIST = join(import.meta.dirname, 'popular-passwords.txt.br')

/** What a list of all the world lacks: words of the trade, and what a server of ours is guessed with. */
const OURS = ['dispatch1', 'dispatcher', 'trucking1', 'trucker1', 'changeme1', 'letmein123', 'welcome123', 'admin1234']

let read: ReadonlySet<string> | null = null

/** The commonest passwords of 8 characters and more, and the commonest shorter words that others are made of. */
export function popularPasswords(): ReadonlySet<string> {
  read ??= new Set([...OURS, ...brotliDecompressSync(readFileSync(LIST)).toString().trimEnd().split('\n')])
  return read
}

/** So much people put around a word to make a password of it: a date, a few signs. More is hard to guess by itself. */
const MAX_ADDED = 10

/** What is left of a text without some of the digits and signs at both ends. */
function wordsIn(text: string): readonly string[] {
  const before = /^\P{L}*/u.exec(text)?.[0].length ?? 0
  const behind = /\P{L}*$/u.exec(text)?.[0].length ?? 0
  const words: string[] = []
  for (let start = 0; start <= Math.min(before, MAX_ADDED); start++)
    for (let end = 0; end <= Math.min(behind, MAX_ADDED - start); end++)
      words.push(text.slice(start, text.length - end))
  return words
}

/**
 * Whether it is among the commonest passwords, in any case, with letters written as what looks like them and signs between
 * them, or one of their words with digits or signs before or behind it.
 */
export function isPopular(password: string): boolean {
  const common = popularPasswords()
  const readings = wordsIn(password.toLowerCase()).flatMap(readingsOf)
  return readings.some((word) => common.has(word) || common.has(glued(word)))
}
