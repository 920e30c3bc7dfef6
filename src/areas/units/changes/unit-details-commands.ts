import * as z from 'zod/mini'
import { driverKind } from '#contract/people/drivers.ts'
import type { UnitKind } from '#contract/units/unit-choices.ts'
import { unitNumberKind, unitNumberOf } from '#contract/units/unit-names.ts'
import type { Unit } from '#contract/units/units.ts'
import { type Effect, patched } from '#src/offline/command.ts'
import { patchedRow } from '#src/record/field-list.ts'
import { mergePatches, patchCommand } from '#src/record/patch-command.ts'
import { UNIT_WORDS } from '../unit-kinds.ts'
import { NO_VERSION_YET, unitPage } from './seen-unit.ts'
import { UNIT_ENDPOINTS } from './unit-endpoints.ts'
import { unitRecord } from './unit-record.ts'

/**
 * The effects of a new number on records of other kinds that show it: the driver, and rows that name the unit by id.
 */
function renumberedEffects(was: Unit, number: string | undefined): readonly Effect[] {
  if (number === undefined) return []
  const field = `${was.kind}_number` as const
  // Rows of a driver have different fields, but all of them name the unit in the same field.
  const withNumber = <Row extends object>(row: Row): Row =>
    (row as Partial<Record<UnitKind, unknown>>)[was.kind] === was.id ? { ...row, [field]: number } : row
  return [
    ...(was.driver === null ? [] : [patched(driverKind, `${was.driver}`, withNumber)]),
    // A unit that is not created yet is named there by its client id.
    ...(was.version === NO_VERSION_YET ? [] : [patched(unitNumberKind, was.id, (row) => ({ ...row, number }))]),
  ]
}

/** A unit's row with the new number and the former numbers. */
function renumbered(row: Parameters<typeof unitNumberOf>[0] | object, number: string | undefined) {
  if (number === undefined || !('id' in row)) return {}
  const before = [unitNumberOf(row), ...(row.formerly ?? [])]
  return { number, formerly: before.filter((one) => one !== number) }
}

/** The command that changes fields of a unit of a kind. */
const detailsCommand = (kind: UnitKind) =>
  patchCommand(unitRecord, {
    name: `${UNIT_WORDS[kind].area}.changeDetails`,
    version: 1,
    endpoint: UNIT_ENDPOINTS[kind].update,
    areas: [UNIT_WORDS[kind].area],
    /** The records whose earlier changes on this device free an identifier that this change sets. */
    extra: { schema: z.object({ after: z.optional(z.array(z.string())) }), none: {} },
    dependsOn: ({ after = [] }) => after,
    // A merged change keeps the earlier place in the order, so a change that depends on one made in between must not
    // merge.
    merge: (earlier, later) => (later.after ? null : mergePatches(earlier, later)),
    changed: (row, { to }) => ({ ...patchedRow(unitRecord.fields, row, to), ...renumbered(row, to.unit_number) }),
    page: unitPage,
    otherEffects: ({ was, to }) => renumberedEffects(was, to.unit_number),
  })

export const changeTruckDetails = detailsCommand('truck')
export const changeTrailerDetails = detailsCommand('trailer')
/** The details commands, by unit kind. */
export const DETAILS_CHANGES = { truck: changeTruckDetails, trailer: changeTrailerDetails } as const
