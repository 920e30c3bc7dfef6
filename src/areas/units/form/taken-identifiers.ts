import { plainCode } from '#contract/text/plain-text.ts'
import type { transportEndpoints } from '#contract/units/transport.ts'
import { identifierKey, UNIT_RULES } from '#contract/units/unit-changes.ts'
import type { UnitKind } from '#contract/units/unit-choices.ts'
import { refOf } from '#contract/units/unit-names.ts'
import type { Unit } from '#contract/units/units.ts'
import type { ReplyOf } from '#contract/wire/endpoint.ts'
import { unitRecord } from '#src/areas/units/changes/unit-record.ts'
import type { RecordKey } from '#src/offline/command.ts'
import { readField } from '#src/record/field-list.ts'

export const IDENTIFIERS = [
  'unit_number',
  'licence_plate',
  'transponder_id',
  'pilot_flying_j_truck',
  'gomotive_id',
] as const
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

/** What stands on other units, as it is compared. */
export type Identifiers = Readonly<Record<IdentifierName, ReadonlySet<string>>>

/** What the server tells of all units. */
export type Told = ReplyOf<typeof transportEndpoints.identifiers>

/** As it is compared; empty for none. */
export const keyOfIdentifier = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? identifierKey(`${value}`) : ''

const toldOf = (told: Told | null, name: IdentifierName, sort: UnitKind): readonly unknown[] =>
  (name === 'gomotive_id' ? told?.gomotive_id[sort] : told?.[name]) ?? []

interface Whose {
  readonly sort: UnitKind
  /** Null for one that is only made. */
  readonly own: Unit | null
}

/**
 * What stands on other units than one: what is told of all but for what changes of this device have `freed`, and what waits
 * here. No two have the same, so what is on the unit is on no other; a vendor's numbers of trucks and of trailers are two things.
 */
export function identifiersBeside(
  told: Told | null,
  waiting: readonly Unit[],
  { sort, own }: Whose,
  freed: readonly Freed[],
): Identifiers {
  const others = waiting.filter((unit) => own === null || refOf(unit) !== refOf(own))
  const beside = (name: IdentifierName) => {
    const keys = new Set(toldOf(told, name, sort).map(keyOfIdentifier))
    for (const one of freed) if (one.name === name) keys.delete(one.key)
    for (const unit of others)
      if (name !== 'gomotive_id' || unit.kind === sort)
        keys.add(keyOfIdentifier(readField(unitRecord.fields, name, unit)))
    keys.delete(own === null ? '' : keyOfIdentifier(readField(unitRecord.fields, name, own)))
    return [name, keys] as const
  }
  return Object.fromEntries(IDENTIFIERS.map(beside)) as Record<IdentifierName, Set<string>>
}

/** What is said of an identifier that another unit has. */
export function clashOf(name: IdentifierName, value: string | number, taken: Identifiers): string | undefined {
  const key = keyOfIdentifier(plainCode(`${value}`))
  return key !== '' && taken[name].has(key) ? UNIT_RULES[name] : undefined
}
