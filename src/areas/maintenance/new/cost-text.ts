import { INSPECTION_RULES, totalCost } from '#contract/maintenance/inspection-changes.ts'

/** Dollars as users write them: "1,250.50", "$ 90". */
const AMOUNT = /^\$?\s*(\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?)$/

/** The amount without "$" and commas. A text that is not an amount is returned as typed. */
function plainDigits(typed: string): string {
  const [, digits] = AMOUNT.exec(typed.trim()) ?? []
  return digits?.replaceAll(',', '') ?? typed
}

/** An amount in dollars. Null if the text is not an amount or the amount is out of range. */
export const parseCost = (typed: string): number | null => totalCost.safeParse(plainDigits(typed)).data ?? null

/** The error text for an amount field; undefined if the amount is valid. */
export function costRule({ value }: { readonly value: string }): string | undefined {
  if (value.trim() === '') return INSPECTION_RULES.required
  return parseCost(value) === null ? INSPECTION_RULES.number : undefined
}

/**
 * A retyped amount as a number. A text that is not an amount stays as it is, so that the server can report the error.
 */
export function typedCost(value: unknown): unknown {
  return typeof value === 'string' ? (parseCost(value) ?? value) : value
}
