import { codeRank, isExactRank, searchedCode } from '#contract/text/code-rank.ts'
import { searchWords } from '#contract/text/search.ts'
import { unitNumberOf } from '#contract/units/unit-names.ts'
import { unitOfUrl } from '#src/lookups/unit-url.ts'
import type { TransportChoice } from '../inspection-choices.ts'

/** The only choice whose number, plate or end of the VIN is the text, however it is spelled. Null if several have it. */
function onlyMatch(text: string, choices: readonly TransportChoice[]): TransportChoice | null {
  const code = searchedCode(searchWords(text))
  if (code === '') return null
  const [match = null, second] = choices.filter(
    ({ codes }) => codes !== undefined && isExactRank(codeRank(code, codes), codes),
  )
  return second === undefined ? match : null
}

/**
 * The unit that a code names. The code is the URL of the unit's page, or contains the unit's number, id, plate or end of
 * the VIN alone, or is another URL that ends with one of these. Null if no unit matches. A current unit number takes
 * precedence over an id, which can be an older number from when the code was printed; the URL of a unit's page always
 * has its id.
 */
export function scannedUnit(text: string, choices: readonly TransportChoice[]): TransportChoice | null {
  const code = text.trim()
  const named = unitOfUrl(code)
  if (named !== null) return choices.find(({ value }) => value === named.id) ?? null
  const lastSegment = code.replace(/\/+$/, '').split(/[/=]/).at(-1) ?? code
  const findUnit = (name: string) =>
    choices.find(({ content }) => unitNumberOf(content).toLowerCase() === name.toLowerCase()) ??
    choices.find(({ value }) => value === name)
  return findUnit(code) ?? findUnit(lastSegment) ?? onlyMatch(code, choices) ?? onlyMatch(lastSegment, choices)
}
