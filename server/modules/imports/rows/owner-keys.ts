import { codeKey, plateKey } from '#contract/text/code-keys.ts'
import { memoizeSpellings } from '#server/records/owners/code-index.ts'
import type { ExpenseDescription } from './expense-sameness.ts'

/** Memoized, because reports name the same few thousand vehicles again and again. */
const codeOf = memoizeSpellings(codeKey)
const plateOf = memoizeSpellings(plateKey)

/**
 * All identifiers of an expense’s vehicle and driver. Two rows of one expense share at least one, or neither has any.
 */
export function ownerKeys({
  unit_id,
  driver_id,
  card,
  transponder_id,
  plate,
  unit_number,
}: Pick<
  ExpenseDescription,
  'unit_id' | 'driver_id' | 'card' | 'transponder_id' | 'plate' | 'unit_number'
>): readonly string[] {
  const keys = [
    unit_id !== null && `unit ${unit_id}`,
    driver_id !== null && `driver ${driver_id}`,
    card !== null && `card ${card}`,
    transponder_id !== '' && `tag ${codeOf(transponder_id)}`,
    plate !== '' && `plate ${plateOf(plate)}`,
    unit_number !== '' && `number ${codeOf(unit_number)}`,
  ].filter((key) => key !== false)
  return keys.length === 0 ? ['none'] : keys
}
