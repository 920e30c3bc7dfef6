/** Phrases that are hard to read, each with the advice. Only comments, test names and pages are searched for them. */
const PHRASES = [
  [/(?<![`'])\b(?:nobody|somebody|anybody)\b/i, 'name the user, the caller, the colleague or the client'],
  [/\bwhom?ever\b/i, 'name the user, the caller or the code'],
  [/\bthat one of\b/i, 'name the thing'],
  [/\bthose that there (?:are|were)\b/i, 'name the things'],
  [/\bwhat (?:it|there) (?:is|was) by then\b/i, 'name the value and the moment'],
  [/\b(?:is|are|was|were) none of\b/i, 'write “is not” or “does not belong to”'],
  [/(?<!`)\banew\b/i, 'write “again”, or a verb such as refetch or recreate'],
  [/\b(?:lest|hence|upon)\b/i, 'write “so that … not”, “therefore” or “on”'],
  [/\bby (?:itself|themselves)\b/i, 'write “on its own” or “automatically”'],
  [/\bbut for\b/i, 'write “except”'],
]

/** British spellings. The wire's `licence_plate` is the specification's. */
const SPELLING =
  /colour(?!-scheme)|\bgrey|behaviour|\bcentre|neighbour|licence(?!_?plate)|favour|honour|judgement|catalogue|cancell(?:ed|ing)|labell(?:ed(?!by)|ing)|modell(?:ed|ing)|travell|\banalys(?:e|ing)\b|organis(?!m)|recognis|\btowards\b|\bafterwards\b|\bwhilst\b/i

/** A test name: after `test(`, `it.each(ROWS)(`, the `])(` of rows, or as the first argument before `async (`. */
const TEST_NAME =
  /(?:\b(?:test|it|describe)(?:\.\w+)*(?:\([^'"`]*\))?|^\s*\]\)|^\s*[\w.]+(?=\(['"`].*, async \())\(\s*(['"`].*)/

/** The comment or the test name in a line of code, or the whole line of a page; empty if there is neither. */
function proseOf(/** @type {string} */ path, /** @type {string} */ line) {
  if (path.endsWith('.md')) return line
  const comment = /^\s*\/?\*{1,2}(?:\s(.*)|$)|(?:^|[^:'"`])\/\/\s(.*)$|\/\*\*?\s(.*)\*\//.exec(line)
  if (comment) return comment[1] ?? comment[2] ?? comment[3] ?? ''
  return TEST_NAME.exec(line)?.[1] ?? ''
}

/** The hard phrase in the prose of a line with the advice for it; null if there is none. */
export function hardPhrase(/** @type {string} */ path, /** @type {string} */ line) {
  const prose = proseOf(path, line)
  const [phrase, advice] = PHRASES.find(([pattern]) => pattern.test(prose)) ?? []
  return phrase ? `“${phrase.exec(prose)?.[0]}”: ${advice}.` : null
}

export const isBritish = (/** @type {string} */ line) => SPELLING.test(line)
