import { codeRank, isExactRank, searchedCode } from '#contract/text/code-rank.ts'
import { searchWords } from '#contract/text/search.ts'
import { unitNumberOf } from '#contract/units/unit-names.ts'
import { scannedCode } from '#src/lookups/scanned-code.ts'
import type { UnitRef } from '#src/lookups/unit-url.ts'
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

/** The unit whose page a URL names. The id of a unit that is not at the server yet may be another unit's, too. */
function unitAt({ kind, id }: UnitRef, choices: readonly TransportChoice[]): TransportChoice | null {
  const [match = null, second] = choices.filter(({ content, ids }) => content.kind === kind && ids.includes(id))
  return second === undefined ? match : null
}

/**
 * The unit that a code names. The code is the URL of the unit's page, or contains the unit's number, id, plate or VIN
 * alone, or is another URL that ends with one of these. Null if no unit matches. A current unit number takes precedence
 * over an id, which can be an older number from when the code was printed; the URL of a unit's page always has its id.
 */
export function scannedUnit(code: string, choices: readonly TransportChoice[]): TransportChoice | null {
  const { unit, text } = scannedCode(code)
  if (unit !== null) return unitAt(unit, choices)
  const whole = code.trim()
  const findUnit = (name: string) =>
    choices.find(({ content }) => unitNumberOf(content).toLowerCase() === name.toLowerCase()) ??
    choices.find(({ ids }) => ids.includes(name))
  return findUnit(whole) ?? findUnit(text) ?? onlyMatch(whole, choices) ?? onlyMatch(text, choices)
}
