import * as z from 'zod/mini'
import type { ScheduleDriver, UnitService } from '#contract/boards/schedule.ts'
import { driverKind } from '#contract/people/drivers.ts'
import { vehicleStatus, vehicleStatusOf } from '#contract/units/unit-choices.ts'
import { holderIn, type Placed, placedRow } from '#contract/units/unit-holding.ts'
import { numberOf, refOf, unitHolder, unitKind } from '#contract/units/unit-names.ts'
import type { Unit } from '#contract/units/units.ts'
import { isoDate } from '#contract/wire/record.ts'
import { datesWords } from '#src/format/dates-words.ts'
import { type Effect, patched } from '#src/offline/command.ts'
import { seenUnit } from './seen-unit.ts'

/** The unit of the kind that a driver has when he is given another; what is known of it. */
const formerUnit = z.object({
  id: z.string(),
  number: z.optional(z.nullable(z.string())),
  client_id: z.nullable(z.string()),
  row: z.nullable(seenUnit),
})
export type FormerUnit = z.output<typeof formerUnit>

/** What that is called, as far as it is known. */
export const numberOfFormer = ({ id, number, row }: FormerUnit): string => (row ? numberOf(row) : (number ?? id))

/** A driver to pick, with the unit of the kind that he has now; null for nobody. */
export const pickedDriver = z.nullable(z.object({ ...unitHolder.shape, had: z.optional(z.nullable(formerUnit)) }))

type PickedDriver = z.output<typeof pickedDriver>

/**
 * A driver as picked anew in a change that waits. The choices stand as if that were made: by them who is `chosen` has the
 * unit, `self`, already, and had nothing before.
 */
export function pickedAgain(value: unknown, chosen: PickedDriver, self: string): PickedDriver {
  const picked = pickedDriver.parse(value)
  const isAsChosen = picked !== null && picked.id === chosen?.id && (!picked.had || refOf(picked.had) === self)
  return isAsChosen ? chosen : picked
}

export const statusInput = z.object({
  /** The unit as the person saw it. */
  was: seenUnit,
  to: vehicleStatus,
  /** The company's days from which, and until which, it holds. */
  on: z.nullable(isoDate),
  until: z.nullable(isoDate),
})
export type ChangeUnitStatus = z.output<typeof statusInput>

export const driverInput = z.object({
  was: seenUnit,
  /** Who shall drive it; null for nobody. */
  to: z.nullable(unitHolder),
  had: z.nullable(formerUnit),
  /** The company's day on which the person made the change. */
  on: isoDate,
})
export type GiveDriver = z.output<typeof driverInput>

/** The first day that can be written. */
const SINCE_EVER = '0001-01-01'

const fieldOf = ({ kind }: Unit) => kind

/** How a unit stands with another status: with any but `assigned` nobody drives it. */
export const withStatus = ({ was, to, on, until }: ChangeUnitStatus): Placed => ({
  status: to,
  status_date_from: on,
  status_date_to: until,
  holder: to === 'assigned' ? was.holder : null,
})

/** How it stands with another driver. */
export const withDriver = ({ to, on }: Pick<GiveDriver, 'to' | 'on'>): Placed => ({
  status: to === null ? 'unassigned' : 'assigned',
  status_date_from: on,
  status_date_to: null,
  holder: to,
})

/** What is told of a unit that goes to the workshop with who had it, in rows that tell of such; null for any other place. */
function serviceOf(unit: Unit, { status, status_date_from, status_date_to }: Placed): UnitService | null {
  if (status !== 'on_service') return null
  const { id, kind } = unit
  return {
    unit: id,
    number: numberOf(unit),
    kind,
    from: status_date_from ?? SINCE_EVER,
    until: status_date_to,
    is: 'in_service',
  }
}

/** A driver's row without that unit; as it is where he has another one by then. */
function withoutUnit(unit: Unit, placed: Placed): (row: Partial<ScheduleDriver>) => object {
  const field = fieldOf(unit)
  const service = serviceOf(unit, placed)
  return (row) => {
    if (row[field] !== unit.id) return row
    const told = row.services && service ? { services: [...row.services, service] } : {}
    return { ...row, [field]: null, ...told }
  }
}

/** What it shows that a unit stands otherwise: the unit itself, and whoever loses it. */
export function placedEffects(was: Unit, placed: Placed): readonly Effect[] {
  const own = patched(unitKind, unitKind.keyOf(was), (row) => placedRow(row, placed), was)
  const isLost = was.driver !== null && was.driver !== placed.holder?.id
  // Rows of a driver differ in their width, and all of them name the unit in one field.
  const lost = withoutUnit(was, placed) as <R extends object>(row: R) => R
  return isLost ? [own, patched(driverKind, `${was.driver}`, lost)] : [own]
}

/** What it shows besides that a unit has another driver: he has it, and what he had before is free. */
export function givenEffects({ was, to, had, on }: GiveDriver): readonly Effect[] {
  if (to === null) return []
  const field = fieldOf(was)
  const own = patched(driverKind, `${to.id}`, (row) =>
    field in row ? { ...row, [field]: was.id, [`${field}_number`]: numberOf(was) } : row,
  )
  if (had === null) return [own]
  const free = { status: 'unassigned', status_date_from: on, status_date_to: null, holder: null } as const
  // What somebody else has by then is not freed by this.
  const freed = patched(unitKind, refOf(had), (row) => (holderIn(row)?.id === to.id ? placedRow(row, free) : row))
  return [own, freed]
}

/** "On Service", "On Service, 11/22/26 – 11/28/26". */
export function statusWords(value: unknown): string {
  const status = vehicleStatus.safeParse(value)
  return status.success ? vehicleStatusOf(status.data).title : String(value ?? '–')
}

/** The days of a status that runs from a day to a day; empty for one that holds until another does. */
export const daysWords = ({ on, until }: Pick<ChangeUnitStatus, 'on' | 'until'>) =>
  until === null ? '' : datesWords(on, until)
