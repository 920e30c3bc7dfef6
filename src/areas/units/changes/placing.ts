import * as z from 'zod/mini'
import type { ScheduleDriver, UnitService } from '#contract/boards/schedule.ts'
import { driverKind } from '#contract/people/drivers.ts'
import { holderOf, type UnitAssignment, withAssignment } from '#contract/units/unit-assignment.ts'
import { vehicleStatus, vehicleStatusOf } from '#contract/units/unit-choices.ts'
import { unitHolder, unitKind, unitNumberOf, unitRefOf } from '#contract/units/unit-names.ts'
import type { Unit } from '#contract/units/units.ts'
import { isoDate } from '#contract/wire/record.ts'
import { datesWords } from '#src/format/dates-words.ts'
import { type Effect, patched } from '#src/offline/command.ts'
import { seenUnit } from './seen-unit.ts'

/** The unit that a driver has before another one of the same kind is assigned, as far as it is known. */
const formerUnit = z.object({
  id: z.string(),
  number: z.optional(z.nullable(z.string())),
  client_id: z.nullable(z.string()),
  row: z.nullable(seenUnit),
})
export type FormerUnit = z.output<typeof formerUnit>

/** The unit number of a driver's former unit; its id while no number is known. */
export const formerUnitNumber = ({ id, number, row }: FormerUnit): string => (row ? unitNumberOf(row) : (number ?? id))

/** A driver in a picker, with the driver's current unit of this kind; null for no driver. */
export const pickedDriver = z.nullable(z.object({ ...unitHolder.shape, had: z.optional(z.nullable(formerUnit)) }))

type PickedDriver = z.output<typeof pickedDriver>

/**
 * The driver picked in a form that edits a waiting change. `value`: the driver picked now. `chosen`: the change's
 * driver so far. `self`: the unit of the change. The picker shows the waiting change's effects: there `chosen` already
 * has this unit. The former unit of that driver is therefore taken from `chosen`.
 */
export function repickedDriver(value: unknown, chosen: PickedDriver, self: string): PickedDriver {
  const picked = pickedDriver.parse(value)
  const isUnchanged = picked !== null && picked.id === chosen?.id && (!picked.had || unitRefOf(picked.had) === self)
  return isUnchanged ? chosen : picked
}

export const statusInput = z.object({
  /** The unit as the user saw it. */
  was: seenUnit,
  to: vehicleStatus,
  /** The first and the last company day of the status. */
  on: z.nullable(isoDate),
  until: z.nullable(isoDate),
})
export type ChangeUnitStatus = z.output<typeof statusInput>

export const driverInput = z.object({
  was: seenUnit,
  /** The new driver; null for none. */
  to: z.nullable(unitHolder),
  had: z.nullable(formerUnit),
  /** The company day on which the user made the change. */
  on: isoDate,
})
export type ChangeUnitDriver = z.output<typeof driverInput>

/** The earliest possible day. */
const EARLIEST_DAY = '0001-01-01'

/** The field of a driver's row that names the driver's unit of this kind: `truck` or `trailer`. */
const fieldOf = ({ kind }: Unit) => kind

/** The assignment with another status. With any status except `assigned` the unit has no driver. */
export const withStatus = ({ was, to, on, until }: ChangeUnitStatus): UnitAssignment => ({
  status: to,
  status_date_from: on,
  status_date_to: until,
  holder: to === 'assigned' ? was.holder : null,
})

/** The assignment with another driver. */
export const withDriver = ({ to, on }: Pick<ChangeUnitDriver, 'to' | 'on'>): UnitAssignment => ({
  status: to === null ? 'unassigned' : 'assigned',
  status_date_from: on,
  status_date_to: null,
  holder: to,
})

/** The service of a unit that goes to the workshop, for its driver's row in the schedule; null for other statuses. */
function serviceOf(unit: Unit, { status, status_date_from, status_date_to }: UnitAssignment): UnitService | null {
  if (status !== 'on_service') return null
  const { id, kind } = unit
  return {
    unit: id,
    number: unitNumberOf(unit),
    kind,
    from: status_date_from ?? EARLIEST_DAY,
    until: status_date_to,
    is: 'in_service',
  }
}

/** Returns a function that takes the unit from a driver's row. A row with another unit stays unchanged. */
function withoutUnit(unit: Unit, assignment: UnitAssignment): (row: Partial<ScheduleDriver>) => object {
  const field = fieldOf(unit)
  const service = serviceOf(unit, assignment)
  return (row) => {
    if (row[field] !== unit.id) return row
    const services = row.services && service ? { services: [...row.services, service] } : {}
    return { ...row, [field]: null, ...services }
  }
}

/** The effects of a unit's new assignment: on the unit and on the driver who loses it. */
export function assignmentEffects(was: Unit, assignment: UnitAssignment): readonly Effect[] {
  const ofUnit = patched(unitKind, unitKind.keyOf(was), (row) => withAssignment(row, assignment), was)
  const isLost = was.driver !== null && was.driver !== assignment.holder?.id
  // Rows of a driver have different fields, but all of them name the unit in the same field.
  const loseUnit = withoutUnit(was, assignment) as <R extends object>(row: R) => R
  return isLost ? [ofUnit, patched(driverKind, `${was.driver}`, loseUnit)] : [ofUnit]
}

/** The further effects of a new driver: the driver has the unit, and the driver's former unit is unassigned. */
export function newDriverEffects({ was, to, had, on }: ChangeUnitDriver): readonly Effect[] {
  if (to === null) return []
  const field = fieldOf(was)
  const ofDriver = patched(driverKind, `${to.id}`, (row) =>
    field in row ? { ...row, [field]: was.id, [`${field}_number`]: unitNumberOf(was) } : row,
  )
  if (had === null) return [ofDriver]
  const unassigned = { status: 'unassigned', status_date_from: on, status_date_to: null, holder: null } as const
  // A unit that another driver has by then stays assigned.
  const ofFormerUnit = patched(unitKind, unitRefOf(had), (row) =>
    holderOf(row)?.id === to.id ? withAssignment(row, unassigned) : row,
  )
  return [ofDriver, ofFormerUnit]
}

/** A status in words: "On Service", "On Service, 11/22/26 – 11/28/26". */
export function statusWords(value: unknown): string {
  const status = vehicleStatus.safeParse(value)
  return status.success ? vehicleStatusOf(status.data).title : String(value ?? '–')
}

/** The dates of a status with a first and a last day; empty for other statuses. */
export const daysWords = ({ on, until }: Pick<ChangeUnitStatus, 'on' | 'until'>) =>
  until === null ? '' : datesWords(on, until)
