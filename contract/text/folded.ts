/**
 * Characters that only vary the spelling: punctuation, all apostrophes and dashes, accents, characters without a width.
 */
const DROPPED =
  /[\ufe00-\ufe0f!-/:-@[-`{-~\u00a1-\u00a9\u00ab-\u00b1\u00b4\u00b6-\u00b8\u00bb\u00bf\u02b0-\u036f\u200b-\u2027\u202a-\u202e\u2030-\u206f\u2212\ufeff]+/g
/**
 * Latin, Greek and Cyrillic capitals, and letters that Unicode does not decompose into a plain letter and an accent.
 */
const CAPITAL_OR_SPECIAL = /[A-ZÆÐØÞßæðøþĐđĦħıŁłŊŋŒœŦŧΑ-ΩςЀ-Яẞ]/g
const PLAIN_LETTERS: Readonly<Record<string, string>> = Object.fromEntries(
  'æae œoe ßss þth ðd đd øo ħh ıi łl ŋn ŧt ςσ'.split(' ').map(([letter, ...plain]) => [letter, plain.join('')]),
)
const BLANKS = /[\t-\r \u00a0\u2000-\u200a\u202f\u205f\u3000]+/g

/**
 * The form of a text for comparisons. Different spellings by users, vendors and keyboards become equal: "O’Brien",
 * "O'BRIEN" and "OBrien", or "nunez" and "Núñez" with either encoding of its accents. The database function `folded`
 * gives the same result for every character.
 */
export function folded(text: string): string {
  return text
    .normalize('NFD')
    .replace(DROPPED, '')
    .replace(CAPITAL_OR_SPECIAL, (letter) => {
      const small = letter.toLowerCase()
      return PLAIN_LETTERS[small] ?? small
    })
    .replace(BLANKS, ' ')
}

/** The folded text without spaces, for codes: plates, unit numbers, phone numbers. */
export function glued(text: string): string {
  return folded(text).replaceAll(' ', '')
}
