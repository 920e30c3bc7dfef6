import * as z from 'zod/mini'
import { DELETIONS } from '#src/areas/units/changes/delete-unit-commands.ts'
import { seenUnit } from '#src/areas/units/changes/seen-unit.ts'
import { DETAILS_CHANGES } from '#src/areas/units/changes/unit-details-commands.ts'
import { type UnitPatch, unitRecord } from '#src/areas/units/changes/unit-record.ts'
import type { RecordKey } from '#src/offline/command.ts'
import type { EntryState, OutboxEntry } from '#src/offline/outbox/entry/entry.ts'
import { patchSchema, readField } from '#src/record/field-list.ts'
import { type Freed, IDENTIFIERS, keyOfIdentifier, type UniqueName } from './taken-identifiers.ts'

/** What stands on one unit alone. */
const UNIQUE = [...IDENTIFIERS, 'vin'] as const

const FREEING: ReadonlySet<string> = new Set(
  [DETAILS_CHANGES, DELETIONS].flatMap(({ truck, trailer }) => [truck.name, trailer.name]),
)
/** As both kinds of change say it; what is deleted has nothing instead. */
const freeing = z.object({ was: seenUnit, to: z.optional(patchSchema(unitRecord.fields)) })

/** What needs the person may never come to be; what the server has is gone from its own list once that is asked anew. */
const COMING: ReadonlySet<EntryState> = new Set<EntryState>(['waiting', 'sending', 'sign_in', 'password', 'done'])

/** What the changes of this device free, as far as the server may not have told it yet. */
export function freedIdentifiers(entries: readonly OutboxEntry[]): readonly Freed[] {
  return entries.flatMap(({ command, state, input }) => {
    const said = FREEING.has(command) && COMING.has(state) ? freeing.safeParse(input).data : undefined
    if (said === undefined) return []
    const { was, to } = said
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

/** The records whose changes free what a unit shall have: before these the server would find it taken. */
export function freeingRecords(said: Pick<UnitPatch, UniqueName>, freed: readonly Freed[]): RecordKey[] {
  return [...new Set(freed.filter(({ name, key }) => keyOfIdentifier(said[name]) === key).map(({ by }) => by))]
}
