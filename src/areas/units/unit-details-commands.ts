import * as z from 'zod/mini'
import { driverKind } from '#contract/drivers.ts'
import type { Unit } from '#contract/unit-rows.ts'
import { refOf, type UnitSort, unitKind, unitNumberKind } from '#contract/units.ts'
import { type Command, command, type Effect, patched } from '#src/offline/command.ts'
import {
  NO_VERSION_YET,
  recordWords,
  seenUnit,
  seenVersionOf,
  UNIT_REFRESHES,
  unitIn,
  unitKey,
  versionOfReply,
} from './seen-unit.ts'
import {
  type ChangeOfUnit,
  changeWords,
  detailFields,
  inversePatch,
  unitPatch,
  withDetails,
} from './unit-details-change.ts'
import { UNIT_ENDPOINTS } from './unit-endpoints.ts'
import { UNIT_WORDS } from './unit-kinds.ts'

/** The number wherever records of other kinds tell it: with the unit's driver, and by the unit's id. */
function renumberedEffects(was: Unit, number: string | undefined): readonly Effect[] {
  if (number === undefined) return []
  const field = `${was.kind}_number` as const
  // Rows of a driver differ in their width, and all of them name the unit in one field.
  const told = <Row extends object>(row: Row): Row =>
    (row as Partial<Record<UnitSort, unknown>>)[was.kind] === was.id ? { ...row, [field]: number } : row
  return [
    ...(was.driver === null ? [] : [patched(driverKind, `${was.driver}`, told)]),
    // One that waits to be made is named by the device there.
    ...(was.version === NO_VERSION_YET ? [] : [patched(unitNumberKind, was.id, (row) => ({ ...row, number }))]),
  ]
}

/** `to`: what differs, and that alone. */
const detailsInput = z.object({ was: seenUnit, to: unitPatch, after: z.optional(z.array(z.string())) })

/** The change of what is told of a unit of a kind: what it is, what is written on it, whose care it is in. */
function detailsCommand(sort: UnitSort): Command<ChangeOfUnit> {
  const own: Command<ChangeOfUnit> = command({
    name: `${UNIT_WORDS[sort].area}.changeDetails`,
    version: 1,
    endpoint: UNIT_ENDPOINTS[sort].update,
    input: detailsInput,
    request: ({ was, to }) => ({ params: { id: refOf(was) }, body: to }),
    touches: ({ was }) => [unitKey(was)],
    shows: ({ was, to }) => [
      patched(unitKind, unitKind.keyOf(was), (row) => withDetails(row, to), was),
      ...renumberedEffects(was, to.unit_number),
    ],
    needs: ({ after = [] }) => after,
    // One keeps the earlier one's place: what waits for a change made between the two does not go there.
    merge: (earlier, later) => (later.after ? null : { ...earlier, to: { ...earlier.to, ...later.to } }),
    inverse: (input) => {
      const back = inversePatch(input)
      if (back === null) return []
      const was = withDetails(input.was, input.to)
      return [{ command: own, input: { was, to: back }, seenVersion: seenVersionOf(input.was) }]
    },
    fields: detailFields,
    onto: (input, current) => ({ ...input, was: unitIn(current) ?? input.was }),
    describe: (input) => ({ record: recordWords(input.was), change: changeWords(input) }),
    versions: versionOfReply,
    refreshes: [...UNIT_REFRESHES, ['maintenance'], ['map']],
  })
  return own
}

export const changeTruckDetails = detailsCommand('truck')
export const changeTrailerDetails = detailsCommand('trailer')
/** By kind. */
export const DETAILS_CHANGES = { truck: changeTruckDetails, trailer: changeTrailerDetails } as const
