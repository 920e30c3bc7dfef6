import { codeKey, plateKey } from '#contract/text/spelled-codes.ts'
import { remembered } from '#server/records/owners/code-index.ts'
import type { Told } from './expense-sameness.ts'

/** Reports name the same few thousand vehicles over and over. */
const codeOf = remembered(codeKey)
const plateOf = remembered(plateKey)

/** Whatever an expense names its vehicle or driver by. Two rows of one expense share one of these, or name nothing. */
export function ownerKeys({
  unit_id,
  driver_id,
  card,
  transponder_id,
  plate,
  unit_number,
}: Pick<Told, 'unit_id' | 'driver_id' | 'card' | 'transponder_id' | 'plate' | 'unit_number'>): readonly string[] {
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
