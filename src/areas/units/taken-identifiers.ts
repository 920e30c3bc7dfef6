import { plainCode } from '#contract/plain-text.ts'
import { identifierKey, UNIT_RULES } from '#contract/unit-fields.ts'
import type { Truck, Unit } from '#contract/unit-rows.ts'
import { refOf } from '#contract/units.ts'
import type { RecordKey } from '#src/offline/command.ts'

export const IDENTIFIERS = ['unit_number', 'licence_plate', 'transponder_id'] as const
export type IdentifierName = (typeof IDENTIFIERS)[number]
/** What stands on one unit alone. */
export type UniqueName = IdentifierName | 'vin'
/** What a change of this device takes off a unit, so that another may have it. */
export interface Freed {
  readonly name: UniqueName
  /** As it is compared. */
  readonly key: string
  readonly by: RecordKey
}

/** What is written on other trucks, as it is compared. */
export type Identifiers = Readonly<Record<IdentifierName, ReadonlySet<string>>>

/** What the server tells of all trucks. */
export interface Told {
  readonly plates: readonly string[]
  readonly unitNumbers: readonly string[]
  readonly transponderIds: readonly string[]
}
const PLACES = { unit_number: 'unitNumbers', licence_plate: 'plates', transponder_id: 'transponderIds' } as const

/**
 * What is written on other trucks than `own`: what is told of all but for what changes of this device have `freed`, and
 * what waits here, whose rows may be of either kind. No two trucks have the same, so what is on `own` is on no other.
 */
export function identifiersBeside(
  told: Told | null,
  waiting: readonly Unit[],
  own: Unit | null,
  freed: readonly Freed[],
): Identifiers {
  const isOther = (unit: Unit): unit is Truck => unit.kind === 'truck' && (own === null || refOf(unit) !== refOf(own))
  const others = waiting.filter(isOther)
  const beside = (name: IdentifierName) => {
    const keys = new Set((told?.[PLACES[name]] ?? []).map(identifierKey))
    for (const one of freed) if (one.name === name) keys.delete(one.key)
    for (const { extra_info } of others) keys.add(identifierKey(extra_info[name] ?? ''))
    keys.delete(own?.kind === 'truck' ? identifierKey(own.extra_info[name] ?? '') : '')
    return keys
  }
  return {
    unit_number: beside('unit_number'),
    licence_plate: beside('licence_plate'),
    transponder_id: beside('transponder_id'),
  }
}

/** What is said of an identifier that another truck has. */
export function clashOf(name: IdentifierName, value: string, taken: Identifiers): string | undefined {
  const key = identifierKey(plainCode(value))
  return key !== '' && taken[name].has(key) ? UNIT_RULES[name] : undefined
}
