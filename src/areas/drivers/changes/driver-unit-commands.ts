import * as z from 'zod/mini'
import { driverChanges } from '#contract/people/driver-changes.ts'
import { driver, driverKind } from '#contract/people/drivers.ts'
import { holderOf, papersUntil, withAssignment } from '#contract/units/unit-assignment.ts'
import {
  type UnitName,
  unitKind,
  unitName,
  unitNumberOf,
  unitNumberOfDriver,
  unitRefOf,
} from '#contract/units/unit-names.ts'
import { fullName } from '#contract/wire/people.ts'
import { currentHolderExtra, currentUnitsExtra } from '#contract/wire/problem.ts'
import { changedBy, isoDate } from '#contract/wire/record.ts'
import { modelWords } from '#src/format/model-words.ts'
import { type Command, command, type Effect, type Field, patched, recordKey } from '#src/offline/command.ts'
import { UNIT_TITLES } from '../unit-words.ts'
import { driverRecord, rowOfSeen, seenDriver } from './driver-record.ts'
import { unitById } from './unit-by-id.ts'

const assignInput = z.object({
  driver: changedBy,
  /** The driver as the user saw them; null in an inverse change. */
  seen: z.nullable(seenDriver),
  sort: z.enum(['truck', 'trailer']),
  to: z.nullable(unitName),
  /** The driver's former unit of this kind. */
  former: z.nullable(unitName),
  /** The driver who loses the unit. */
  takenFrom: z.nullable(changedBy),
  /** The company day on which the user made the change. */
  on: isoDate,
})
export type AssignUnit = z.output<typeof assignInput>

/** Whether two units are the same. Units without a number yet have equal titles, so their references are compared. */
const isSame = (one: UnitName | null, other: UnitName | null) => (one && unitRefOf(one)) === (other && unitRefOf(other))

/** The change with another unit. The driver who has that unit loses it. */
function withUnit(input: AssignUnit, to: UnitName | null): AssignUnit {
  // The choices already include this change's effects, so in them the driver already has the unit and it was taken from
  // no one.
  if (isSame(to, input.to)) return input
  const holder = to?.driver ?? null
  return { ...input, to, takenFrom: holder?.id === input.driver.id ? null : holder }
}

function unitEffects({ driver, seen, to, former, on }: AssignUnit): readonly Effect[] {
  const since = { status_date_from: on, status_date_to: null }
  const noAssignment = { ...since, status: 'unassigned', holder: null } as const
  const holder = { ...driver, is_firing: false, papers_until: seen && papersUntil(seen.extra_info) }
  const assignment = { ...since, status: 'assigned', holder } as const
  return [
    ...(to === null ? [] : [patched(unitKind, unitKind.keyOf(to), (row) => withAssignment(row, assignment))]),
    // A unit that another driver has by then stays assigned.
    ...(former === null || isSame(former, to)
      ? []
      : [
          patched(unitKind, unitKind.keyOf(former), (row) =>
            holderOf(row)?.id === driver.id ? withAssignment(row, noAssignment) : row,
          ),
        ]),
  ]
}

function driverEffects({ driver, seen, sort, to, takenFrom }: AssignUnit): readonly Effect[] {
  const own = patched(
    driverKind,
    `${driver.id}`,
    (row) => (sort in row ? { ...row, [sort]: to?.id ?? null, [`${sort}_number`]: to && unitNumberOf(to) } : row),
    seen === null ? undefined : rowOfSeen(seen),
  )
  if (takenFrom === null) return [own]
  const isStill = (row: object) => (row as Partial<Record<typeof sort, unknown>>)[sort] === to?.id
  const other = patched(driverKind, `${takenFrom.id}`, (row) => (isStill(row) ? { ...row, [sort]: null } : row))
  return [own, other]
}

/**
 * The inverse: both drivers get their former units. If the driver had none, this is one change: the other driver takes
 * the unit back. Otherwise it is two changes: first the driver's own former unit, then the unit that was taken from the
 * other driver.
 */
function inversesOf(input: AssignUnit) {
  const { driver, seen, sort, to, former, takenFrom } = input
  const mine = (unit: UnitName | null) => unit && { ...unit, status: 'assigned' as const, driver }
  if (takenFrom !== null && former === null) {
    const again: AssignUnit = { ...input, driver: takenFrom, seen: null, to: mine(to), takenFrom: driver }
    return [{ command: assignUnit, input: again, seenVersion: null }]
  }
  const back: AssignUnit = {
    ...input,
    seen: seen && { ...seen, [sort]: to?.id ?? null, [`${sort}_number`]: to && unitNumberOf(to) },
    to: former && { ...former, status: 'unassigned', driver: null },
    former: mine(to),
    takenFrom: null,
  }
  const own = { command: assignUnit, input: back, seenVersion: seen?.version ?? null }
  if (takenFrom === null || to === null) return [own]
  const free = { ...to, status: 'unassigned' as const, driver: null }
  const others: AssignUnit = { ...input, driver: takenFrom, seen: null, to: free, former: null, takenFrom: null }
  return [own, { command: assignUnit, input: others, seenVersion: null }]
}

/** The driver's unit as far as an id and a number describe it. */
function unitOfDriver({ sort, driver }: AssignUnit, id: string | null, number?: string | null): UnitName | null {
  return id === null ? null : unitById(id, sort, driver, number ?? id)
}

/** A unit in words, in any form that a change or a response has. */
function unitWords(value: unknown): string {
  if (value === null || value === undefined) return 'None'
  const unit = unitName.safeParse(value).data
  // Trailers without a number yet have equal names, so the model is shown.
  if (unit?.version === 0) return [unitNumberOf(unit), modelWords(unit)].filter(Boolean).join(', ')
  if (unit) return unitNumberOf(unit)
  return typeof value === 'object' && 'id' in value ? String(value.id) : String(value)
}

const takenWords = ({ takenFrom }: Pick<AssignUnit, 'takenFrom'>) =>
  takenFrom === null ? '' : `taken from ${fullName(takenFrom)}`

function unitField(input: AssignUnit): Field<AssignUnit> {
  const { driver, sort, to, former } = input
  return {
    names: [`${sort}_id`],
    title: UNIT_TITLES[sort],
    as: {
      is: 'pick',
      choices: async () => (await import('../unit-choices.ts')).loadUnitChoices(sort, driver.id),
    },
    was: former,
    yours: to,
    detail: takenWords(input),
    words: unitWords,
    with: (value) => withUnit(input, z.nullable(unitName).parse(value)),
    without: () => null,
  }
}

/**
 * Assigns a truck, a trailer or none to a driver. A unit that another driver has is taken from that driver in the same
 * change.
 */
export const assignUnit: Command<AssignUnit> = command({
  name: 'drivers.assignUnit',
  version: 1,
  endpoint: driverChanges.update,
  input: assignInput,
  request: ({ driver, seen, sort, to, former, takenFrom, on }) => ({
    params: { id: driver.id },
    body: {
      [`${sort}_id`]: to && unitRefOf(to),
      // Without a seen version, only this field reveals that another user has assigned another unit in the meantime.
      ...(seen === null ? { [`${sort}_was`]: former && unitRefOf(former) } : {}),
      ...(takenFrom === null ? {} : { taken_from: [takenFrom.id] }),
      units_date_from: on,
    },
  }),
  touches: ({ driver, to, former, takenFrom }) => [
    recordKey(driverKind, `${driver.id}`),
    ...[...new Set([to, former].flatMap((unit) => (unit ? [unitKind.keyOf(unit)] : [])))].map((key) =>
      recordKey(unitKind, key),
    ),
    ...(takenFrom === null ? [] : [recordKey(driverKind, `${takenFrom.id}`)]),
  ],
  effects: (input) => [...driverEffects(input), ...unitEffects(input)],
  inverse: inversesOf,
  fields: (input) => [unitField(input)],
  rebase: (input, current) => {
    const now = driver.safeParse(current).data
    if (!now) return input
    const number = unitNumberOfDriver(now, input.sort)
    return { ...input, seen: now, former: unitOfDriver(input, now[input.sort], number) }
  },
  remedies: (input, { status, body }) => {
    const holder = currentHolderExtra.safeParse(body).data?.held_by
    const now = currentUnitsExtra.safeParse(body).data?.has_now[`${input.sort}_id`]
    if (status !== 400) return []
    if (now !== undefined)
      return [{ title: 'Change it all the same', input: { ...input, former: unitOfDriver(input, now) } }]
    if (holder === undefined || input.to === null) return []
    return [{ title: `Take it from ${fullName(holder)}`, input: { ...input, takenFrom: holder } }]
  },
  describe: ({ driver, sort, to, former, takenFrom }) => ({
    record: fullName(driver),
    change: [`${UNIT_TITLES[sort]}: ${unitWords(former)} → ${unitWords(to)}`, takenWords({ takenFrom })]
      .filter(Boolean)
      .join(', '),
  }),
  versions: driverRecord.versionsIn,
  areas: ['drivers', 'trucks', 'trailers'],
})
