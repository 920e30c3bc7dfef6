import * as z from 'zod/mini'

/** Blanks of every width, line breaks, and the fillers that only look like blanks. */
const BLANK = /[\p{Zs}\t-\r\u0085\u2028\u2029\u115f\u1160\u2800\u3164\uffa0]/gu
/** The same but for what stands between lines and columns. */
const BLANK_IN_LINES = /[^\P{Zs} ]|[\v\f\u0085\u2028\u2029\u115f\u1160\u2800\u3164\uffa0]/gu
/** What has no width and no meaning in a line: soft hyphens, zero-width spaces, byte order marks, turns of the direction. */
const UNSEEN = /\u034f|[\u00ad\u061c\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]/g
const TURN = /[\u061c\u200e\u200f]/
const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/
/** Ends in a script whose words joiners and non-joiners spell: Persian, Hindi and their relatives. */
const IS_SHAPED = /[\u0600-\u0dff\u0f00-\u109f\u1780-\u18af\ufb50-\ufdff\ufe70-\ufefc]$/
const ENDS_IN_EMOJI = /(?:\p{Extended_Pictographic}|\p{Emoji_Modifier})\ufe0f?$/u

/** A joiner or non-joiner where it spells a word or binds emojis into one; between other letters it was only pasted. */
function joiner(sign: string, at: number, text: string): string {
  const [before, after] = [text.slice(Math.max(0, at - 4), at), text.slice(at + 1, at + 3)]
  const isMeant = IS_SHAPED.test(before)
    ? sign === '\u200d' || /^[\p{L}\p{M}]/u.test(after)
    : sign === '\u200d' && ENDS_IN_EMOJI.test(before) && /^\p{Extended_Pictographic}/u.test(after)
  return isMeant ? sign : ''
}
/** A choice of looks behind what has one look only. */
const LOOK = /(?<!\p{Emoji})[\ufe0e\ufe0f]/gu
/** Letters of a flag's region, without the flag. */
const TAG = /(?<!\u{1f3f4}[\u{e0020}-\u{e007f}]{0,6})[\u{e0000}-\u{e007f}]/gu
const ANY_UNSEEN = /\u034f|[\p{Cf}\p{Variation_Selector}]/gu
const HYPHEN = /[\u2010\u2011]/g
const ANY_DASH = /[\u2010-\u2015\u2212\ufe58\ufe63\uff0d]/g

/** Until nothing changes any more: what is left out, or composed, gives a joiner other neighbors. */
function shaped(text: string): string {
  const now = text
    .normalize('NFC')
    .replace(/\u200c|\u200d/g, joiner)
    .replace(LOOK, '')
    .replace(TAG, '')
    .trim()
  return now === text ? now : shaped(now)
}

/** A line of words (a name, a make): composed letters, plain blanks and hyphens, nothing unseen but what spells or joins. */
export function plainLine(text: string): string {
  return shaped(text.replace(UNSEEN, '').replace(BLANK, ' ').replace(HYPHEN, '-'))
}

/** Words in lines of their own (a note): as `plainLine`, but lines, tabs and hyphens stay. */
export function plainWords(text: string): string {
  // Marks of a direction set the commas right where Hebrew or Arabic stands among English.
  const isMixed = RIGHT_TO_LEFT.test(text)
  return shaped(text.replace(UNSEEN, (sign) => (isMixed && TURN.test(sign) ? sign : '')).replace(BLANK_IN_LINES, ' '))
}

/**
 * What is read sign by sign (a phone, an address of e-mail, a plate, a number): plain letters, digits, blanks and hyphens,
 * and nothing that has no width.
 */
export function plainCode(text: string): string {
  return text.replace(ANY_UNSEEN, '').normalize('NFKC').replace(BLANK, ' ').replace(ANY_DASH, '-').trim()
}

/** Signs of control, and of private use, which each device shows as it likes. */
const REFUSED = /[\p{Cc}\p{Co}]/u
const REFUSED_IN_LINES = /[^\P{Cc}\t\n\r]|\p{Co}/u
const MAX_TOLD = 20

const nameOf = (sign: string) =>
  `a sign that can not be seen (U+${(sign.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')})`

/** Names the first sign of a text that `which` finds, and where it stands: 'a sign that can not be seen (U+0007) after “Smith”'. */
export function namedSign(text: string, which: RegExp): string | null {
  const found = which.exec(text)
  if (found === null) return null
  const before = text.slice(0, found.index).trim().split(/\s+/u).at(-1)?.slice(-MAX_TOLD)
  return `${nameOf(found[0])} ${before ? `after “${before}”` : 'at the beginning'}`
}

const refusing = (which: RegExp) =>
  z.check<string>((given) => {
    const named = namedSign(given.value, which)
    if (named === null) return
    given.issues.push({ code: 'custom', message: `Contains ${named}. Delete it there.`, input: given.value })
  })

/** How a text is cleaned and judged, by what it is. Each text that a call takes is one of these. */
export const LINE = [z.overwrite(plainLine), refusing(REFUSED)] as const
export const WORDS = [z.overwrite(plainWords), refusing(REFUSED_IN_LINES)] as const
export const CODE = z.overwrite(plainCode)
