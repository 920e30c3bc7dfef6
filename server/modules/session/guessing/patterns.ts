/** What fingers follow: rows of keyboards, their columns, the alphabet. */
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
/** So many characters beside runs do not make a password of them. */
const MAX_BESIDE = 2
/** So few different characters are no password, however many. */
const MIN_DIFFERENT = 4
/** A part that is repeated counts once: it alone would be too short. */
const MAX_REPEATED = 7

/** How many of the characters from `at` on follow one row. */
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

function besideRuns(text: string): number {
  let beside = 0
  for (let at = 0; at < text.length; ) {
    const run = runAt(text, at)
    if (run < MIN_RUN) beside++
    at += run < MIN_RUN ? 1 : run
  }
  return beside
}

/** Whether it is one pattern and no more: keys in a row, the alphabet, counting, or a few characters again and again. */
export function isPattern(password: string): boolean {
  const small = password.toLowerCase()
  if (new Set(small).size < MIN_DIFFERENT || besideRuns(small) <= MAX_BESIDE) return true
  const [, part] = /^(.+?)\1+$/s.exec(small) ?? []
  return part !== undefined && part.length <= MAX_REPEATED
}
