import * as z from 'zod/mini'
import { driverChanges } from '#contract/people/driver-changes.ts'
import { driver, driverKind } from '#contract/people/drivers.ts'
import { holderIn, papersUntil, placedRow } from '#contract/units/unit-holding.ts'
import { numberOf, numberOfDrivers, refOf, type UnitName, unitKind, unitName } from '#contract/units/unit-names.ts'
import { fullName } from '#contract/wire/people.ts'
import { hasNow, heldBy } from '#contract/wire/problem.ts'
import { changedBy, isoDate } from '#contract/wire/record.ts'
import { modelWords } from '#src/format/model-words.ts'
import { type Command, command, type Effect, type Field, patched, recordKey } from '#src/offline/command.ts'
import { UNIT_TITLES } from '../unit-words.ts'
import { driverRecord, rowOfSeen, seenDriver } from './driver-record.ts'
import { unitById } from './unit-by-id.ts'

const assignInput = z.object({
  driver: changedBy,
  /** The driver as the person saw him; null where another change puts back what he had. */
  seen: z.nullable(seenDriver),
  sort: z.enum(['truck', 'trailer']),
  to: z.nullable(unitName),
  /** What the driver had of that sort before. */
  former: z.nullable(unitName),
  /** Who loses the unit by this. */
  takenFrom: z.nullable(changedBy),
  /** The company's day on which the person made the change. */
  on: isoDate,
})
export type AssignUnit = z.output<typeof assignInput>

/** Units that wait to be numbered are called alike: what names them tells them apart. */
const isSame = (one: UnitName | null, other: UnitName | null) => (one && refOf(one)) === (other && refOf(other))

/** The change that gives a driver another unit instead; whoever has that one loses it. */
function withUnit(input: AssignUnit, to: UnitName | null): AssignUnit {
  // The choices stand as if this change were made: by them the driver has that unit already, and took it from nobody.
  if (isSame(to, input.to)) return input
  const holder = to?.driver ?? null
  return { ...input, to, takenFrom: holder?.id === input.driver.id ? null : holder }
}

function unitEffects({ driver, seen, to, former, on }: AssignUnit): readonly Effect[] {
  const since = { status_date_from: on, status_date_to: null }
  const free = { ...since, status: 'unassigned', holder: null } as const
  const holder = { ...driver, is_firing: false, papers_until: seen && papersUntil(seen.extra_info) }
  const taken = { ...since, status: 'assigned', holder } as const
  return [
    ...(to === null ? [] : [patched(unitKind, unitKind.keyOf(to), (row) => placedRow(row, taken))]),
    // What somebody else has by then is not freed by this.
    ...(former === null || isSame(former, to)
      ? []
      : [
          patched(unitKind, unitKind.keyOf(former), (row) =>
            holderIn(row)?.id === driver.id ? placedRow(row, free) : row,
          ),
        ]),
  ]
}

function driverEffects({ driver, seen, sort, to, takenFrom }: AssignUnit): readonly Effect[] {
  const own = patched(
    driverKind,
    `${driver.id}`,
    (row) => (sort in row ? { ...row, [sort]: to?.id ?? null, [`${sort}_number`]: to && numberOf(to) } : row),
    seen === null ? undefined : rowOfSeen(seen),
  )
  if (takenFrom === null) return [own]
  const isStill = (row: object) => (row as Partial<Record<typeof sort, unknown>>)[sort] === to?.id
  const other = patched(driverKind, `${takenFrom.id}`, (row) => (isStill(row) ? { ...row, [sort]: null } : row))
  return [own, other]
}

/**
 * Puts back who had what. Where the driver had none, that is one change: whoever lost the unit takes it again. Else it is
 * two, since each driver gets one: first the driver's own former unit, then what was taken from somebody else.
 */
function backOf(input: AssignUnit) {
  const { driver, seen, sort, to, former, takenFrom } = input
  const mine = (unit: UnitName | null) => unit && { ...unit, status: 'assigned' as const, driver }
  if (takenFrom !== null && former === null) {
    const again: AssignUnit = { ...input, driver: takenFrom, seen: null, to: mine(to), takenFrom: driver }
    return [{ command: assignUnit, input: again, seenVersion: null }]
  }
  const back: AssignUnit = {
    ...input,
    seen: seen && { ...seen, [sort]: to?.id ?? null, [`${sort}_number`]: to && numberOf(to) },
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

/** What the driver of a change has, as far as a number tells it. */
function formerOf({ sort, driver }: AssignUnit, id: string | null, number?: string | null): UnitName | null {
  return id === null ? null : unitById(id, sort, driver, number ?? id)
}

/** A unit in words, whichever way a change or an answer tells it. */
function unitWords(value: unknown): string {
  if (value === null || value === undefined) return 'None'
  const unit = unitName.safeParse(value).data
  // Trailers that wait to be numbered are called alike: what each is tells them apart.
  if (unit?.version === 0) return [numberOf(unit), modelWords(unit)].filter(Boolean).join(', ')
  if (unit) return numberOf(unit)
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
    besides: takenWords(input),
    words: unitWords,
    with: (value) => withUnit(input, z.nullable(unitName).parse(value)),
    without: () => null,
  }
}

/** Gives a driver a truck or a trailer, or none; a unit that another driver has is taken from there, all in one. */
export const assignUnit: Command<AssignUnit> = command({
  name: 'drivers.assignUnit',
  version: 1,
  endpoint: driverChanges.update,
  input: assignInput,
  request: ({ driver, seen, sort, to, former, takenFrom, on }) => ({
    params: { id: driver.id },
    body: {
      [`${sort}_id`]: to && refOf(to),
      // Without a version that was seen nothing else tells that somebody gave the driver another unit meanwhile.
      ...(seen === null ? { [`${sort}_was`]: former && refOf(former) } : {}),
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
  inverse: backOf,
  fields: (input) => [unitField(input)],
  onto: (input, current) => {
    const now = driver.safeParse(current).data
    if (!now) return input
    const number = numberOfDrivers(now, input.sort)
    return { ...input, seen: now, former: formerOf(input, now[input.sort], number) }
  },
  remedies: (input, { status, body }) => {
    const holder = heldBy.safeParse(body).data?.held_by
    const now = hasNow.safeParse(body).data?.has_now[`${input.sort}_id`]
    if (status !== 400) return []
    if (now !== undefined)
      return [{ title: 'Change it all the same', input: { ...input, former: formerOf(input, now) } }]
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
  refreshes: [...driverRecord.refreshes, ['trucks'], ['trailers']],
})
