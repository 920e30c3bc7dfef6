import { INSPECTION_RULES, totalCost } from '#contract/maintenance/inspection-changes.ts'

/** Dollars as people write them: "1,250.50", "$ 90". */
const WRITTEN = /^\$?\s*(\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?)$/

/** The plain digits of an amount; what is none stays as it was typed. */
function plain(typed: string): string {
  const [, digits] = WRITTEN.exec(typed.trim()) ?? []
  return digits?.replaceAll(',', '') ?? typed
}

/** An amount in dollars; null for what is none, or more than is taken. */
export const costOf = (typed: string): number | null => totalCost.safeParse(plain(typed)).data ?? null

/** What a field for an amount breaks. */
export function costRule({ value }: { readonly value: string }): string | undefined {
  if (value.trim() === '') return INSPECTION_RULES.required
  return costOf(value) === null ? INSPECTION_RULES.number : undefined
}

/** What was typed anew for an amount: as a number where it is one, else as it stands, for the server to say what is wrong. */
export function typedCost(value: unknown): unknown {
  return typeof value === 'string' ? (costOf(value) ?? value) : value
}
