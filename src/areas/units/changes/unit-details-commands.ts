import * as z from 'zod/mini'
import { driverKind } from '#contract/people/drivers.ts'
import type { UnitKind } from '#contract/units/unit-choices.ts'
import { numberOf, unitNumberKind } from '#contract/units/unit-names.ts'
import type { Unit } from '#contract/units/units.ts'
import { type Effect, patched } from '#src/offline/command.ts'
import { patchedRow } from '#src/record/field-list.ts'
import { laidOver, patchCommand } from '#src/record/patch-command.ts'
import { UNIT_WORDS } from '../unit-kinds.ts'
import { NO_VERSION_YET } from './seen-unit.ts'
import { UNIT_ENDPOINTS } from './unit-endpoints.ts'
import { unitRecord } from './unit-record.ts'

/** The number wherever records of other kinds tell it: with the unit's driver, and by the unit's id. */
function renumberedEffects(was: Unit, number: string | undefined): readonly Effect[] {
  if (number === undefined) return []
  const field = `${was.kind}_number` as const
  // Rows of a driver differ in their width, and all of them name the unit in one field.
  const told = <Row extends object>(row: Row): Row =>
    (row as Partial<Record<UnitKind, unknown>>)[was.kind] === was.id ? { ...row, [field]: number } : row
  return [
    ...(was.driver === null ? [] : [patched(driverKind, `${was.driver}`, told)]),
    // One that waits to be made is named by the device there.
    ...(was.version === NO_VERSION_YET ? [] : [patched(unitNumberKind, was.id, (row) => ({ ...row, number }))]),
  ]
}

/** What any row of a unit is called then, and was before. */
function renumbered(row: Parameters<typeof numberOf>[0] | object, number: string | undefined) {
  if (number === undefined || !('id' in row)) return {}
  const before = [numberOf(row), ...(row.formerly ?? [])]
  return { number, formerly: before.filter((one) => one !== number) }
}

/** Changes fields of a unit of a kind. */
const detailsCommand = (sort: UnitKind) =>
  patchCommand(unitRecord, {
    name: `${UNIT_WORDS[sort].area}.changeDetails`,
    version: 1,
    endpoint: UNIT_ENDPOINTS[sort].update,
    /** Keys of records whose earlier changes on this device free an id that this change gives the unit. */
    extra: { schema: z.object({ after: z.optional(z.array(z.string())) }), none: {} },
    needs: ({ after = [] }) => after,
    // One keeps the earlier one's place: what waits for a change made between the two does not go there.
    merge: (earlier, later) => (later.after ? null : laidOver(earlier, later)),
    changed: (row, { to }) => ({ ...patchedRow(unitRecord.fields, row, to), ...renumbered(row, to.unit_number) }),
    besides: ({ was, to }) => renumberedEffects(was, to.unit_number),
    alsoRefreshes: [['maintenance'], ['map']],
  })

export const changeTruckDetails = detailsCommand('truck')
export const changeTrailerDetails = detailsCommand('trailer')
/** By kind. */
export const DETAILS_CHANGES = { truck: changeTruckDetails, trailer: changeTrailerDetails } as const
