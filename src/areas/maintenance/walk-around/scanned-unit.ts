import { unitNumberOf } from '#contract/units/unit-names.ts'
import type { TransportChoice } from '../inspection-choices.ts'

/**
 * The unit that a code names. The code contains the unit's number or id alone, or a URL that ends with it. Null if no
 * unit matches. A current unit number takes precedence over an id, which can be an older number from when the code was
 * printed.
 */
export function scannedUnit(text: string, choices: readonly TransportChoice[]): TransportChoice | null {
  const code = text.trim()
  const lastSegment = code.replace(/\/+$/, '').split(/[/=]/).at(-1) ?? code
  const findUnit = (name: string) =>
    choices.find(({ content }) => unitNumberOf(content).toLowerCase() === name.toLowerCase()) ??
    choices.find(({ value }) => value === name)
  return findUnit(code) ?? findUnit(lastSegment) ?? null
}
