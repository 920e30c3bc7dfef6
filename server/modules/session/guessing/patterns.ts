/** Sequences that fingers follow, in both directions: keyboard rows, keyboard columns, the alphabet. */
const ROWS = [
  '`1234567890-=',
  '~!@#$%^&*()_+',
  'abcdefghijklmnopqrstuvwxyz',
  'qwertyuiop[]',
  'asdfghjkl;',
  'zxcvbnm,./',
  'qwertzuiop',
  'yxcvbnm',
  'azertyuiop',
  ...['1qaz', '2wsx', '3edc', '4rfv', '5tgb', '6yhn', '7ujm', '8ik,', '9ol.', '0p;/'],
].flatMap((row) => [row, [...row].reverse().join('')])

const MIN_RUN = 3
/** Up to this many characters outside runs do not make a password safe. */
const MAX_OUTSIDE_RUNS = 2
/** Minimum number of different characters, however long the password is. */
const MIN_DIFFERENT = 4
/** Longest repeated part that makes a password weak: a repeated part counts once, and alone would be too short. */
const MAX_REPEATED = 7

/** How many characters starting at `at` follow one row. */
function runAt(text: string, at: number): number {
  const lengths = ROWS.map((row) => {
    const from = row.indexOf(text[at] ?? '')
    if (from < 0) return 0
    let length = 0
    while (at + length < text.length && row[from + length] === text[at + length]) length++
    return length
  })
  return Math.max(...lengths)
}

function countOutsideRuns(text: string): number {
  let outside = 0
  for (let at = 0; at < text.length; ) {
    const run = runAt(text, at)
    if (run < MIN_RUN) outside++
    at += run < MIN_RUN ? 1 : run
  }
  return outside
}

/** Whether the password is only a pattern: adjacent keys, the alphabet, counting, or a few characters repeated. */
export function isPattern(password: string): boolean {
  const small = password.toLowerCase()
  if (new Set(small).size < MIN_DIFFERENT || countOutsideRuns(small) <= MAX_OUTSIDE_RUNS) return true
  const [, part] = /^(.+?)\1+$/s.exec(small) ?? []
  return part !== undefined && part.length <= MAX_REPEATED
}
