import * as z from 'zod/mini'

/** Spaces of every width, line breaks, and fillers that look like spaces. */
const BLANK = /[\p{Zs}\t-\r\u0085\u2028\u2029\u115f\u1160\u2800\u3164\uffa0]/gu
/** The same, except plain spaces, tabs and line breaks. */
const BLANK_IN_LINES = /[^\P{Zs} ]|[\v\f\u0085\u2028\u2029\u115f\u1160\u2800\u3164\uffa0]/gu
/**
 * Characters without a width or a meaning in a line: soft hyphens, zero-width spaces, byte order marks, direction
 * marks.
 */
const INVISIBLE = /\u034f|[\u00ad\u061c\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]/g
const DIRECTION_MARK = /[\u061c\u200e\u200f]/
const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/
/** Ends in a script whose spelling uses joiners and non-joiners: Persian, Hindi and related scripts. */
const ENDS_IN_JOINING_SCRIPT = /[\u0600-\u0dff\u0f00-\u109f\u1780-\u18af\ufb50-\ufdff\ufe70-\ufefc]$/
const ENDS_IN_EMOJI = /(?:\p{Extended_Pictographic}|\p{Emoji_Modifier})\ufe0f?$/u

/**
 * Keeps a joiner or non-joiner that is part of a word's spelling or that combines emojis into one. Elsewhere it only
 * came with pasted text, and is removed.
 */
function keepMeaningfulJoiner(character: string, at: number, text: string): string {
  const [before, after] = [text.slice(Math.max(0, at - 4), at), text.slice(at + 1, at + 3)]
  const isMeant = ENDS_IN_JOINING_SCRIPT.test(before)
    ? character === '\u200d' || /^[\p{L}\p{M}]/u.test(after)
    : character === '\u200d' && ENDS_IN_EMOJI.test(before) && /^\p{Extended_Pictographic}/u.test(after)
  return isMeant ? character : ''
}
/** A variation selector after a character that has no variants. */
const STRAY_VARIATION_SELECTOR = /(?<!\p{Emoji})[\ufe0e\ufe0f]/gu
/** Tag characters (the region of a flag emoji) without the flag. */
const STRAY_TAG = /(?<!\u{1f3f4}[\u{e0020}-\u{e007f}]{0,6})[\u{e0000}-\u{e007f}]/gu
const ANY_INVISIBLE = /\u034f|[\p{Cf}\p{Variation_Selector}]/gu
const HYPHEN = /[\u2010\u2011]/g
const ANY_DASH = /[\u2010-\u2015\u2212\ufe58\ufe63\uff0d]/g

/**
 * Composes letters and removes stray joiners, variation selectors and tags. Repeats until nothing changes, because each
 * step can give a joiner new neighbors.
 */
function normalizeUnicode(text: string): string {
  const now = text
    .normalize('NFC')
    .replace(/\u200c|\u200d/g, keepMeaningfulJoiner)
    .replace(STRAY_VARIATION_SELECTOR, '')
    .replace(STRAY_TAG, '')
    .trim()
  return now === text ? now : normalizeUnicode(now)
}

/**
 * Cleans a line of text (a name, a make): composed letters, plain spaces and hyphens, no invisible characters except
 * meaningful joiners.
 */
export function plainLine(text: string): string {
  return normalizeUnicode(text.replace(INVISIBLE, '').replace(BLANK, ' ').replace(HYPHEN, '-'))
}

/** Cleans a text of several lines (a note) like `plainLine`, but keeps line breaks, tabs and all hyphens. */
export function plainWords(text: string): string {
  // In a mix of Hebrew or Arabic and English, direction marks put the punctuation in the right place.
  const isMixed = RIGHT_TO_LEFT.test(text)
  return normalizeUnicode(
    text
      .replace(INVISIBLE, (character) => (isMixed && DIRECTION_MARK.test(character) ? character : ''))
      .replace(BLANK_IN_LINES, ' '),
  )
}

/**
 * Cleans a code that is read character by character (a phone number, an e-mail address, a plate, a unit number): plain
 * letters, digits, spaces and hyphens, no invisible characters at all.
 */
export function plainCode(text: string): string {
  return text.replace(ANY_INVISIBLE, '').normalize('NFKC').replace(BLANK, ' ').replace(ANY_DASH, '-').trim()
}

/** Control characters, and private-use characters, which look different on every device. */
const REFUSED_CHARACTER = /[\p{Cc}\p{Co}]/u
const REFUSED_IN_LINES = /[^\P{Cc}\t\n\r]|\p{Co}/u
const MAX_QUOTED = 20

const characterName = (character: string) =>
  `an invisible character (U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')})`

/**
 * Describes the first character that matches `pattern`, and its position: 'an invisible character (U+0007) after
 * “Smith”'. Null without a match.
 */
export function describeCharacter(text: string, pattern: RegExp): string | null {
  const match = pattern.exec(text)
  if (match === null) return null
  const before = text.slice(0, match.index).trim().split(/\s+/u).at(-1)?.slice(-MAX_QUOTED)
  return `${characterName(match[0])} ${before ? `after “${before}”` : 'at the beginning'}`
}

const refuseCharacters = (pattern: RegExp) =>
  z.check<string>((payload) => {
    const description = describeCharacter(payload.value, pattern)
    if (description === null) return
    payload.issues.push({ code: 'custom', message: `Contains ${description}. Delete it there.`, input: payload.value })
  })

/**
 * Cleaning and checks for each kind of text: one line, several lines, a code. Every text in a request body is one of
 * these.
 */
export const LINE = [z.overwrite(plainLine), refuseCharacters(REFUSED_CHARACTER)] as const
export const WORDS = [z.overwrite(plainWords), refuseCharacters(REFUSED_IN_LINES)] as const
export const CODE = z.overwrite(plainCode)
