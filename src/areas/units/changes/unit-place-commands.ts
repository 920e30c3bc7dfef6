import { withAssignment } from '#contract/units/unit-assignment.ts'
import { type UnitKind, VEHICLE_STATUSES } from '#contract/units/unit-choices.ts'
import { unitHolder, unitKind, unitRefOf } from '#contract/units/unit-names.ts'
import type { Unit } from '#contract/units/units.ts'
import { fullName } from '#contract/wire/people.ts'
import { currentUnitsExtra } from '#contract/wire/problem.ts'
import { type Command, command, type Field, type NewChange, recordKey } from '#src/offline/command.ts'
import { UNIT_WORDS } from '../unit-kinds.ts'
import {
  assignmentEffects,
  type ChangeUnitDriver,
  type ChangeUnitStatus,
  daysWords,
  driverInput,
  formerUnitNumber,
  newDriverEffects,
  repickedDriver,
  statusInput,
  statusWords,
  withDriver,
  withStatus,
} from './placing.ts'
import { driverKeyOf, recordWords, seenVersionOf, unitPage } from './seen-unit.ts'
import { UNIT_ENDPOINTS } from './unit-endpoints.ts'
import { unitRecord } from './unit-record.ts'

interface PlaceCommands {
  readonly status: Command<ChangeUnitStatus>
  readonly driver: Command<ChangeUnitDriver>
}

/** The change that restores a unit's assignment. `now` is the unit after the change. */
function backTo({ status, driver }: PlaceCommands, was: Unit, now: Unit): NewChange {
  const seenVersion = seenVersionOf(was)
  const { holder, status: to, status_date_from: on, status_date_to: until } = was
  if (holder !== null && on !== null)
    return { command: driver, input: { was: now, to: holder, had: null, on }, seenVersion }
  return { command: status, input: { was: now, to, on, until }, seenVersion }
}

const driverWords = (value: unknown) => {
  const holder = unitHolder.safeParse(value).data
  return holder ? fullName(holder) : value === null || value === undefined ? 'Nobody' : `Driver ${String(value)}`
}

function statusCommand(kind: UnitKind, all: () => PlaceCommands): Command<ChangeUnitStatus> {
  return command({
    name: `${UNIT_WORDS[kind].area}.changeStatus`,
    version: 1,
    endpoint: UNIT_ENDPOINTS[kind].update,
    input: statusInput,
    request: ({ was, to, on, until }) => ({
      params: { id: unitRefOf(was) },
      body: {
        status: to,
        status_date_from: on,
        status_date_to: until,
        // The former driver is sent, so that another user's assignment in the meantime becomes a conflict.
        ...(to !== 'assigned' && was.driver !== null ? { driver: null } : {}),
      },
    }),
    touches: ({ was, to }) => [
      unitRecord.keyOf(was),
      ...(was.driver !== null && to !== 'assigned' ? [driverKeyOf(was.driver)] : []),
    ],
    effects: (input) => assignmentEffects(input.was, withStatus(input)),
    merge: (earlier, later) => ({ ...later, was: earlier.was }),
    inverse: (input) => [backTo(all(), input.was, withAssignment(input.was, withStatus(input)))],
    fields: (input): readonly Field<ChangeUnitStatus>[] => [
      {
        names: ['status', 'driver', 'status_date_from', 'status_date_to'],
        title: 'Status',
        as: { is: 'choice', of: VEHICLE_STATUSES.filter(({ value }) => value !== 'assigned' || input.to === value) },
        was: input.was.status,
        yours: input.to,
        detail: daysWords(input),
        words: statusWords,
        with: (value) => ({ ...input, to: statusInput.shape.to.parse(value) }),
        without: () => null,
      },
    ],
    rebase: (input, current) => ({ ...input, was: unitRecord.currentIn(current) ?? input.was }),
    describe: (input) => ({ record: recordWords(input.was), change: statusChange(input) }),
    page: unitPage,
    versions: unitRecord.versionsIn,
    areas: [UNIT_WORDS[kind].area, 'drivers'],
  })
}

/** The change in words: "Status: Assigned → On Service, 11/22/26 – 11/28/26; Maria Lopez will have no truck". */
function statusChange(input: ChangeUnitStatus): string {
  const { was, to } = input
  const titles = was.status === to ? statusWords(to) : `${statusWords(was.status)} → ${statusWords(to)}`
  const change = [`Status: ${titles}`, daysWords(input)].filter(Boolean).join(', ')
  if (was.holder === null || to === 'assigned') return change
  return `${change}; ${fullName(was.holder)} will have no ${UNIT_WORDS[was.kind].noun}`
}

function driverCommand(kind: UnitKind, all: () => PlaceCommands): Command<ChangeUnitDriver> {
  return command({
    name: `${UNIT_WORDS[kind].area}.giveDriver`,
    version: 1,
    endpoint: UNIT_ENDPOINTS[kind].update,
    input: driverInput,
    request: ({ was, to, had, on }) => ({
      params: { id: unitRefOf(was) },
      body: {
        driver: to?.id ?? null,
        status: to === null ? 'unassigned' : 'assigned',
        status_date_from: on,
        status_date_to: null,
        ...(to === null ? {} : { driver_had: had && unitRefOf(had) }),
      },
    }),
    touches: ({ was, to, had }) => [
      unitRecord.keyOf(was),
      ...[...new Set([was.driver, to?.id ?? null])].flatMap((id) => (id === null ? [] : [driverKeyOf(id)])),
      ...(had === null ? [] : [recordKey(unitKind, unitRefOf(had))]),
    ],
    effects: (input) => [...assignmentEffects(input.was, withDriver(input)), ...newDriverEffects(input)],
    inverse: (input) => {
      const { was, to, had } = input
      const own = backTo(all(), was, withAssignment(was, withDriver(input)))
      if (to === null || !had?.row) return [own]
      const freed = withAssignment(had.row, withDriver({ to: null, on: input.on }))
      return [own, backTo(all(), had.row, freed)]
    },
    fields: (input) => [driverField(input)],
    rebase: (input, current) => ({ ...input, was: unitRecord.currentIn(current) ?? input.was }),
    remedies: (input, { status, body }) => {
      const now = currentUnitsExtra.safeParse(body).data?.has_now.driver
      if (status !== 400 || now === undefined) return []
      const had = now === null ? null : { id: now, client_id: null, row: null }
      return [{ title: 'Change it all the same', input: { ...input, had } }]
    },
    describe: ({ was, to, had }) => ({
      record: recordWords(was),
      change: [`Driver: ${driverWords(was.holder)} → ${driverWords(to)}`, had && `instead of ${formerUnitNumber(had)}`]
        .filter(Boolean)
        .join(', '),
    }),
    page: unitPage,
    versions: unitRecord.versionsIn,
    areas: [UNIT_WORDS[kind].area, 'drivers'],
  })
}

function driverField(input: ChangeUnitDriver): Field<ChangeUnitDriver> {
  return {
    names: ['driver', 'status', 'status_date_from', 'status_date_to'],
    title: 'Driver',
    as: {
      is: 'pick',
      choices: async () => (await import('../load-driver-choices.ts')).loadDriverChoices(input.was),
    },
    was: input.was.holder,
    yours: input.to,
    detail: input.had === null ? '' : `instead of ${formerUnitNumber(input.had)}`,
    words: driverWords,
    with: (value) => {
      const chosen = input.to && { ...input.to, had: input.had }
      const { had = null, ...to } = repickedDriver(value, chosen, unitRefOf(input.was)) ?? {}
      return { ...input, to: 'id' in to ? to : null, had }
    },
    without: () => null,
  }
}

const trucks: PlaceCommands = {
  status: statusCommand('truck', () => trucks),
  driver: driverCommand('truck', () => trucks),
}
const trailers: PlaceCommands = {
  status: statusCommand('trailer', () => trailers),
  driver: driverCommand('trailer', () => trailers),
}

export const changeTruckStatus = trucks.status
export const changeTrailerStatus = trailers.status
export const giveTruckDriver = trucks.driver
export const giveTrailerDriver = trailers.driver

/** The commands that set a unit's status from a day on or its driver, by unit kind. */
export const PLACE_COMMANDS: Readonly<Record<UnitKind, PlaceCommands>> = { truck: trucks, trailer: trailers }
