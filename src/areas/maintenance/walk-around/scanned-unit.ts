import { numberOf } from '#contract/units/unit-names.ts'
import type { TransportChoice } from '../inspection-choices.ts'

/**
 * The unit that a code names: by its number or its id alone, or at the end of an address. Null where none is called that. What
 * is called so now is meant before what was when the code was printed.
 */
export function scannedUnit(text: string, choices: readonly TransportChoice[]): TransportChoice | null {
  const said = text.trim()
  const last = said.replace(/\/+$/, '').split(/[/=]/).at(-1) ?? said
  const called = (name: string) =>
    choices.find(({ content }) => numberOf(content).toLowerCase() === name.toLowerCase()) ??
    choices.find(({ value }) => value === name)
  return called(said) ?? called(last) ?? null
}
