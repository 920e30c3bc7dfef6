import * as z from 'zod/mini'
import { DELETIONS } from '#src/areas/units/changes/delete-unit-commands.ts'
import { seenUnit } from '#src/areas/units/changes/seen-unit.ts'
import { DETAILS_CHANGES } from '#src/areas/units/changes/unit-details-commands.ts'
import { type UnitPatch, unitRecord } from '#src/areas/units/changes/unit-record.ts'
import type { RecordKey } from '#src/offline/command.ts'
import type { EntryState, OutboxEntry } from '#src/offline/outbox/entry/entry.ts'
import { patchSchema, readField } from '#src/record/field-list.ts'
import { type FreedIdentifier, IDENTIFIERS, keyOfIdentifier, type UniqueName } from './taken-identifiers.ts'

/** The values that only one unit can have. */
const UNIQUE = [...IDENTIFIERS, 'vin'] as const

const FREEING: ReadonlySet<string> = new Set(
  [DETAILS_CHANGES, DELETIONS].flatMap(({ truck, trailer }) => [truck.name, trailer.name]),
)
/** The common shape of changes and deletions. A deletion has no new values. */
const freeing = z.object({ was: seenUnit, to: z.optional(patchSchema(unitRecord.fields)) })

/** The states in which a change is expected to succeed. A change that needs the user may never be applied. */
const COMING: ReadonlySet<EntryState> = new Set<EntryState>(['waiting', 'sending', 'sign_in', 'password', 'done'])

/** The identifiers that changes of this device free and that the server's list may still contain. */
export function freedIdentifiers(entries: readonly OutboxEntry[]): readonly FreedIdentifier[] {
  return entries.flatMap(({ command, state, input }) => {
    const change = FREEING.has(command) && COMING.has(state) ? freeing.safeParse(input).data : undefined
    if (change === undefined) return []
    const { was, to } = change
    const names = UNIQUE.filter((name) => to === undefined || to[name] !== undefined)
    return names
      .map((name) => ({
        name,
        key: keyOfIdentifier(readField(unitRecord.fields, name, was)),
        by: unitRecord.keyOf(was),
      }))
      .filter(({ name, key }) => key !== '' && key !== keyOfIdentifier(to?.[name]))
  })
}

/**
 * The records whose changes free identifiers that a unit gets. Before those changes the server would refuse the
 * identifiers.
 */
export function freeingRecords(
  identifiers: Pick<UnitPatch, UniqueName>,
  freed: readonly FreedIdentifier[],
): RecordKey[] {
  return [...new Set(freed.filter(({ name, key }) => keyOfIdentifier(identifiers[name]) === key).map(({ by }) => by))]
}
