import * as z from 'zod/mini'
import { type Dispatcher, dispatcherKind, dispatcherName } from '#contract/dispatchers.ts'
import { driverChanges } from '#contract/driver-changes.ts'
import { type Driver, driver, driverKind, position } from '#contract/drivers.ts'
import { fullName } from '#contract/people.ts'
import { isoDate } from '#contract/record.ts'
import type { ScheduleDriver } from '#contract/schedule-day.ts'
import { papersUntil, withHolder } from '#contract/unit-holding.ts'
import { unitKind } from '#contract/units.ts'
import { type Command, command, type Effect, patched, recordKey } from '#src/offline/command.ts'
import {
  type ChangeOfDetails,
  type DetailsPatch,
  detailFields,
  detailWords,
  withDetails,
} from './driver-details-change.ts'
import { DRIVER_REFRESHES, driverKey, rowOfSeen, seenDriver, versionOfReply } from './seen-driver.ts'

const detailsInput = z.object({
  was: seenDriver,
  /** What differs, and that alone. A dispatcher comes with the name, to be shown before the server has said it. */
  to: z.object({
    position: z.optional(position),
    dispatcher: z.optional(z.nullable(dispatcherName)),
    med_expire: z.optional(z.nullable(isoDate)),
    CDL_expire: z.optional(z.nullable(isoDate)),
    // As it was typed: the form and the server have rules for it, which what waits must outlive.
    rate: z.optional(z.nullable(z.string())),
  }),
})

/** Who leads whom also stands with the dispatchers. */
function teamEffects({ was, to }: ChangeOfDetails): readonly Effect[] {
  if (to.dispatcher === undefined) return []
  const led = (id: number, change: (drivers: readonly number[]) => readonly number[]) =>
    patched(dispatcherKind, `${id}`, (row) =>
      'drivers' in row ? { ...row, drivers: change((row as unknown as Dispatcher).drivers) } : row,
    )
  const without = (drivers: readonly number[]) => drivers.filter((id) => id !== was.id)
  return [
    ...(was.dispatcher === null ? [] : [led(was.dispatcher.id, without)]),
    ...(to.dispatcher === null
      ? []
      : [led(to.dispatcher.id, (drivers) => [...without(drivers), was.id].sort((a, b) => a - b))]),
  ]
}

/** Until when both papers hold then; undefined where nothing is said of them. */
function papersThen({ was, to }: ChangeOfDetails): string | null | undefined {
  const isSaid = to.med_expire !== undefined || to.CDL_expire !== undefined
  return isSaid ? papersUntil(withDetails(was, to).extra_info) : undefined
}

/** How long a driver may drive also stands with the units. */
function paperEffects(input: ChangeOfDetails): readonly Effect[] {
  const { was } = input
  const papers_until = papersThen(input)
  if (papers_until === undefined) return []
  return [was.truck, was.trailer].flatMap((id) =>
    id === null ? [] : [patched(unitKind, id, (row) => withHolder(row, was.id, { papers_until }))],
  )
}

/** Both dispatchers: by what they lead the server judges their own changes, so that those must not overtake this one. */
function leaderKeys({ was, to }: ChangeOfDetails) {
  if (to.dispatcher === undefined) return []
  const ids = new Set([was.dispatcher, to.dispatcher].flatMap((one) => one?.id ?? []))
  return [...ids].map((id) => recordKey(dispatcherKind, `${id}`))
}

/** The papers as the schedule tells them; undefined where the change is not about them. */
function papersIn(row: object, { med_expire, CDL_expire }: DetailsPatch): ScheduleDriver['extra_info'] {
  const { extra_info: was } = row as Pick<ScheduleDriver, 'extra_info'>
  if (was === undefined || (med_expire === undefined && CDL_expire === undefined)) return undefined
  return {
    med_expire: med_expire === undefined ? was.med_expire : med_expire,
    CDL_expire: CDL_expire === undefined ? was.CDL_expire : CDL_expire,
  }
}

/** Whole rows show all of it; a name for pickers, or a place in the schedule, what it has of this, and no more. */
function changedRow<Row extends object>(row: Row, input: ChangeOfDetails): Row {
  const { to } = input
  if ('position' in row) return withDetails(row as unknown as Driver, to) as unknown as Row
  const dispatcher = to.dispatcher === undefined ? undefined : (to.dispatcher?.id ?? null)
  const told = Object.entries({ dispatcher, papers_until: papersThen(input), extra_info: papersIn(row, to) })
  const own = told.filter(([name, value]) => value !== undefined && name in row)
  return own.length === 0 ? row : { ...row, ...Object.fromEntries(own) }
}

/** Changes what a driver's card tells beside the status: papers, pay, position, dispatcher. */
export const changeDriverDetails: Command<ChangeOfDetails> = command({
  name: 'drivers.changeDetails',
  version: 1,
  endpoint: driverChanges.update,
  input: detailsInput,
  request: ({ was, to: { dispatcher, rate, ...rest } }) => ({
    params: { id: was.id },
    body: {
      ...rest,
      ...(rate === undefined ? {} : { rate: rate === null ? null : rate.replace('.', ',') }),
      ...(dispatcher === undefined ? {} : { dispatcher: dispatcher?.id ?? null }),
    },
  }),
  touches: (input) => [driverKey(input.was), ...leaderKeys(input)],
  shows: (input) => [
    patched(driverKind, driverKind.keyOf(input.was), (row) => changedRow(row, input), rowOfSeen(input.was)),
    ...teamEffects(input),
    ...paperEffects(input),
  ],
  merge: (earlier, later) => ({ was: earlier.was, to: { ...earlier.to, ...later.to } }),
  inverse: ({ was, to }) => {
    const { position, dispatcher, extra_info } = was
    const before = { position, dispatcher, ...extra_info }
    const back = Object.fromEntries(Object.entries(before).filter(([name]) => name in to))
    return [{ command: changeDriverDetails, input: { was: withDetails(was, to), to: back }, seenVersion: was.version }]
  },
  fields: detailFields,
  onto: (input, current) => ({ ...input, was: driver.safeParse(current).data ?? input.was }),
  describe: (input) => ({ record: fullName(input.was.user), change: detailWords(input) }),
  versions: versionOfReply,
  refreshes: [...DRIVER_REFRESHES, ['dispatchers'], ['trucks'], ['trailers']],
})
