import { plainCode } from '#contract/text/plain-text.ts'
import type { transportEndpoints } from '#contract/units/transport.ts'
import { identifierKey, UNIT_RULES } from '#contract/units/unit-changes.ts'
import type { UnitKind } from '#contract/units/unit-choices.ts'
import { unitRefOf } from '#contract/units/unit-names.ts'
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
/** The values that only one unit can have. */
export type UniqueName = IdentifierName | 'vin'
/** An identifier that a change of this device removes from a unit, so that another unit can have it. */
export interface FreedIdentifier {
  readonly name: UniqueName
  /** The identifier in its comparison form. */
  readonly key: string
  readonly by: RecordKey
}

/** The identifiers of other units, in their comparison form. */
export type Identifiers = Readonly<Record<IdentifierName, ReadonlySet<string>>>

/** The server's response with the identifiers of all units. */
export type ServerIdentifiers = ReplyOf<typeof transportEndpoints.identifiers>

/** The comparison form of an identifier; empty for none. */
export const keyOfIdentifier = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? identifierKey(`${value}`) : ''

const serverIdentifiers = (
  response: ServerIdentifiers | null,
  name: IdentifierName,
  kind: UnitKind,
): readonly unknown[] => (name === 'gomotive_id' ? response?.gomotive_id[kind] : response?.[name]) ?? []

interface IdentifierOwner {
  readonly kind: UnitKind
  /** The unit itself; null for a new one. */
  readonly own: Unit | null
}

/**
 * The identifiers of all other units: those in the server's response, except those that changes of this device have
 * `freed`, plus those in waiting changes. Identifiers are unique, so the unit's own are on no other unit. A vendor's
 * numbers of trucks and of trailers are separate.
 */
export function identifiersOfOthers(
  server: ServerIdentifiers | null,
  waiting: readonly Unit[],
  { kind, own }: IdentifierOwner,
  freed: readonly FreedIdentifier[],
): Identifiers {
  const others = waiting.filter((unit) => own === null || unitRefOf(unit) !== unitRefOf(own))
  const takenEntry = (name: IdentifierName) => {
    const keys = new Set(serverIdentifiers(server, name, kind).map(keyOfIdentifier))
    for (const one of freed) if (one.name === name) keys.delete(one.key)
    for (const unit of others)
      if (name !== 'gomotive_id' || unit.kind === kind)
        keys.add(keyOfIdentifier(readField(unitRecord.fields, name, unit)))
    keys.delete(own === null ? '' : keyOfIdentifier(readField(unitRecord.fields, name, own)))
    return [name, keys] as const
  }
  return Object.fromEntries(IDENTIFIERS.map(takenEntry)) as Record<IdentifierName, Set<string>>
}

/** The message for an identifier that another unit has; undefined if it is free. */
export function clashOf(
  name: IdentifierName,
  value: string | number,
  takenIdentifiers: Identifiers,
): string | undefined {
  const key = keyOfIdentifier(plainCode(`${value}`))
  return key !== '' && takenIdentifiers[name].has(key) ? UNIT_RULES[name] : undefined
}
