import * as z from 'zod/mini'
import { driverKind } from '#contract/people/drivers.ts'
import type { UnitKind } from '#contract/units/unit-choices.ts'
import { unitKind, unitRefOf } from '#contract/units/unit-names.ts'
import { type Command, command, type Effect, patched, removed } from '#src/offline/command.ts'
import { deletedField } from '#src/offline/fold/deleted-field.ts'
import { UNIT_WORDS } from '../unit-kinds.ts'
import { driverKeyOf, recordWords, seenUnit } from './seen-unit.ts'
import { UNIT_ENDPOINTS } from './unit-endpoints.ts'
import { unitRecord } from './unit-record.ts'

/** The unit as the user saw it. */
const deleteInput = z.object({ was: seenUnit })
type DeleteUnit = z.output<typeof deleteInput>

/** Removes the unit, also from its driver. A driver who has another unit by then keeps it. */
function effectsOf({ was }: DeleteUnit): readonly Effect[] {
  const removal = removed(unitKind, unitKind.keyOf(was))
  if (was.driver === null) return [removal]
  const without = <Row extends object>(row: Row): Row =>
    (row as Partial<Record<UnitKind, unknown>>)[was.kind] === was.id ? { ...row, [was.kind]: null } : row
  return [removal, patched(driverKind, `${was.driver}`, without)]
}

/** The command that deletes a unit of a kind permanently. It can't be undone. */
function deleteCommand(kind: UnitKind): Command<DeleteUnit> {
  return command({
    name: `${UNIT_WORDS[kind].area}.delete`,
    version: 1,
    endpoint: UNIT_ENDPOINTS[kind].remove,
    input: deleteInput,
    request: ({ was }) => ({ params: { id: unitRefOf(was) } }),
    touches: ({ was }) => [unitRecord.keyOf(was), ...(was.driver === null ? [] : [driverKeyOf(was.driver)])],
    effects: effectsOf,
    fields: (input) => [deletedField(UNIT_WORDS[input.was.kind].title, input)],
    rebase: (input, current) => ({ was: unitRecord.currentIn(current) ?? input.was }),
    describe: ({ was }) => ({ record: recordWords(was), change: 'Deleted' }),
    versions: () => [],
    areas: [UNIT_WORDS[kind].area, 'drivers'],
  })
}

export const deleteTruck = deleteCommand('truck')
export const deleteTrailer = deleteCommand('trailer')
/** The delete commands, by unit kind. */
export const DELETIONS = { truck: deleteTruck, trailer: deleteTrailer } as const
