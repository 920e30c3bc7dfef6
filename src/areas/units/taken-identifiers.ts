import { identifierKey, UNIT_RULES } from '#contract/unit-fields.ts'
import type { Truck, Unit } from '#contract/unit-rows.ts'
import { refOf } from '#contract/units.ts'

export const IDENTIFIERS = ['unit_number', 'licence_plate', 'transponder_id'] as const
export type IdentifierName = (typeof IDENTIFIERS)[number]
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
 * What is written on other trucks than `own`: what is told of all, and what waits on this device, whose rows may be of
 * either kind. No two trucks have the same, so what is on `own` is on no other.
 */
export function identifiersBeside(told: Told | null, waiting: readonly Unit[], own: Unit | null): Identifiers {
  const isOther = (unit: Unit): unit is Truck => unit.kind === 'truck' && (own === null || refOf(unit) !== refOf(own))
  const others = waiting.filter(isOther)
  const beside = (name: IdentifierName) => {
    const keys = new Set(
      [...(told?.[PLACES[name]] ?? []), ...others.map(({ extra_info }) => extra_info[name] ?? '')].map(identifierKey),
    )
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
  const key = identifierKey(value)
  return key !== '' && taken[name].has(key) ? UNIT_RULES[name] : undefined
}
