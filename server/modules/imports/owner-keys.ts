import { codeKey, plateKey } from '#contract/spelled-codes.ts'
import type { Told } from './expense-sameness.ts'

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
    transponder_id !== '' && `tag ${codeKey(transponder_id)}`,
    plate !== '' && `plate ${plateKey(plate)}`,
    unit_number !== '' && `number ${codeKey(unit_number)}`,
  ].filter((key) => key !== false)
  return keys.length === 0 ? ['none'] : keys
}
