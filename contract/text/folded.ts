/** What spelling alone adds: punctuation, apostrophes and dashes of every kind, accents, characters without a width. */
const DROPPED =
  /[\ufe00-\ufe0f!-/:-@[-`{-~\u00a1-\u00a9\u00ab-\u00b1\u00b4\u00b6-\u00b8\u00bb\u00bf\u02b0-\u036f\u200b-\u2027\u202a-\u202e\u2030-\u206f\u2212\ufeff]+/g
/** Latin, Greek and Cyrillic capitals, and letters that no accent can be taken from. */
const WRITTEN_OTHERWISE = /[A-ZÆÐØÞßæðøþĐđĦħıŁłŊŋŒœŦŧΑ-ΩςЀ-Яẞ]/g
const PLAIN: Readonly<Record<string, string>> = Object.fromEntries(
  'æae œoe ßss þth ðd đd øo ħh ıi łl ŋn ŧt ςσ'.split(' ').map(([letter, ...plain]) => [letter, plain.join('')]),
)
const BLANKS = /[\t-\r \u00a0\u2000-\u200a\u202f\u205f\u3000]+/g

/**
 * A text as it is compared: one spelling for all that people, vendors and keyboards write differently. "O’Brien", "O'BRIEN"
 * and "OBrien" are one, so are "Núñez" however its accents are stored and "nunez". The database's function of this name says
 * the same, character by character.
 */
export function folded(text: string): string {
  return text
    .normalize('NFD')
    .replace(DROPPED, '')
    .replace(WRITTEN_OTHERWISE, (letter) => {
      const small = letter.toLowerCase()
      return PLAIN[small] ?? small
    })
    .replace(BLANKS, ' ')
}

/** The same without blanks, for what is a code and no words: plates, numbers, phones. */
export function glued(text: string): string {
  return folded(text).replaceAll(' ', '')
}
