import type { TransportChoice } from './inspection-choices.ts'

/** The unit that a code names: by its id alone, or at the end of an address. Null where none is called that. */
export function scannedUnit(text: string, choices: readonly TransportChoice[]): TransportChoice | null {
  const said = text.trim()
  const last = said.replace(/\/+$/, '').split(/[/=]/).at(-1) ?? said
  const isCalled = (name: string) => (choice: TransportChoice) =>
    choice.content.title.split(' · ')[0]?.toLowerCase() === name.toLowerCase() || choice.value === name
  return choices.find(isCalled(said)) ?? choices.find(isCalled(last)) ?? null
}
