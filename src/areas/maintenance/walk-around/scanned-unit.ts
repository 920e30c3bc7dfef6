import { codeRank, isExactRank, searchedCode } from '#contract/text/code-rank.ts'
import { searchWords } from '#contract/text/search.ts'
import { unitNumberOf } from '#contract/units/unit-names.ts'
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
 * The unit that a code names. The code contains the unit's number, id, plate or end of the VIN alone, or a URL that ends
 * with it. Null if no unit matches. A current unit number takes precedence over an id, which can be an older number from
 * when the code was printed.
 */
export function scannedUnit(text: string, choices: readonly TransportChoice[]): TransportChoice | null {
  const code = text.trim()
  const lastSegment = code.replace(/\/+$/, '').split(/[/=]/).at(-1) ?? code
  const findUnit = (name: string) =>
    choices.find(({ content }) => unitNumberOf(content).toLowerCase() === name.toLowerCase()) ??
    choices.find(({ value }) => value === name)
  return findUnit(code) ?? findUnit(lastSegment) ?? onlyMatch(code, choices) ?? onlyMatch(lastSegment, choices)
}
