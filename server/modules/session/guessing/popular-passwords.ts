import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliDecompressSync } from 'node:zlib'

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

/** What people put behind a word to make a password of it: digits, a year, an exclamation mark. */
const ADDED = /[0-9!]{1,5}$/

/** Letters that are written as what looks like them. */
const LOOKS: Readonly<Record<string, string>> = { '@': 'a', '0': 'o', $: 's', '3': 'e', '1': 'i' }

/**
 * Whether it is among the commonest passwords, in any case, with letters written as what looks like them, or one of
 * their words with digits or `!` behind.
 */
export function isPopular(password: string): boolean {
  const common = popularPasswords()
  const small = password.toLowerCase()
  const [added = ''] = ADDED.exec(small) ?? []
  const words = Array.from({ length: added.length + 1 }, (_, n) => small.slice(0, small.length - n))
  return words.some((word) => common.has(word) || common.has(word.replace(/[@0$31]/g, (sign) => LOOKS[sign] ?? sign)))
}
