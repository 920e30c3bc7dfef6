import type { ScheduleDriver } from '#contract/boards/schedule.ts'
import { dispatcherKind } from '#contract/people/dispatcher-choices.ts'
import type { Dispatcher } from '#contract/people/dispatchers.ts'
import { driverChanges } from '#contract/people/driver-changes.ts'
import type { Driver } from '#contract/people/drivers.ts'
import { papersUntil, withDispatcherOf, withHolderChange } from '#contract/units/unit-assignment.ts'
import { unitKind } from '#contract/units/unit-names.ts'
import { type Effect, patched, recordKey } from '#src/offline/command.ts'
import { patchedRow } from '#src/record/field-list.ts'
import { patchCommand } from '#src/record/patch-command.ts'
import { driverPage } from './driver-page.ts'
import { type ChangeOfDetails, type DetailsPatch, driverRecord } from './driver-record.ts'

/** The effects on the dispatchers' rows, which list their drivers. */
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

/** The last day on which both papers are valid after the change; undefined if the change is not about papers. */
function papersValidUntil({ was, to }: ChangeOfDetails): string | null | undefined {
  const isSaid = to.med_expire !== undefined || to.CDL_expire !== undefined
  return isSaid ? papersUntil(patchedRow(driverRecord.fields, was, to).extra_info) : undefined
}

/** The effects on the units' rows, which show how long their driver may drive, and the driver's dispatcher. */
function unitEffects(input: ChangeOfDetails): readonly Effect[] {
  const { was, to } = input
  const papers_until = papersValidUntil(input)
  if (papers_until === undefined && to.dispatcher === undefined) return []
  const changedUnit = <Row extends object>(row: Row): Row => {
    const next = to.dispatcher === undefined ? row : withDispatcherOf(row, was.id, to.dispatcher)
    return papers_until === undefined ? next : withHolderChange(next, was.id, { papers_until })
  }
  return [was.truck, was.trailer].flatMap((id) => (id === null ? [] : [patched(unitKind, id, changedUnit)]))
}

/**
 * The keys of both dispatchers. The server checks changes of a dispatcher against their drivers, so those must not
 * overtake this one.
 */
function dispatcherKeys({ was, to }: ChangeOfDetails) {
  if (to.dispatcher === undefined) return []
  const ids = new Set([was.dispatcher, to.dispatcher].flatMap((one) => one?.id ?? []))
  return [...ids].map((id) => recordKey(dispatcherKind, `${id}`))
}

/** The papers in the form of schedule rows; undefined if the change is not about papers. */
function schedulePapers(row: object, { med_expire, CDL_expire }: DetailsPatch): ScheduleDriver['extra_info'] {
  const { extra_info: was } = row as Pick<ScheduleDriver, 'extra_info'>
  if (was === undefined || (med_expire === undefined && CDL_expire === undefined)) return undefined
  return {
    med_expire: med_expire === undefined ? was.med_expire : med_expire,
    CDL_expire: CDL_expire === undefined ? was.CDL_expire : CDL_expire,
  }
}

const isWhole = <Row extends object>(row: Row): row is Row & Driver => 'position' in row

/** Applies the change to a row. Full rows get all of it; picker and schedule rows only the fields that they have. */
function changedRow<Row extends object>(row: Row, input: ChangeOfDetails): Row {
  const { to } = input
  if (isWhole(row)) return patchedRow(driverRecord.fields, row, to)
  const dispatcher = to.dispatcher === undefined ? undefined : (to.dispatcher?.id ?? null)
  const fields = Object.entries({
    dispatcher,
    papers_until: papersValidUntil(input),
    extra_info: schedulePapers(row, to),
  })
  const rowFields = fields.filter(([name, value]) => value !== undefined && name in row)
  return rowFields.length === 0 ? row : { ...row, ...Object.fromEntries(rowFields) }
}

/** Changes a driver's papers, pay, position and dispatcher. */
export const changeDriverDetails = patchCommand(driverRecord, {
  name: 'drivers.changeDetails',
  version: 1,
  endpoint: driverChanges.update,
  areas: ['drivers', 'users', 'dispatchers', 'trucks', 'trailers'],
  page: driverPage,
  body: ({ to: { dispatcher, rate, ...rest } }) => ({
    ...rest,
    ...(rate === undefined ? {} : { rate: rate === null ? null : rate.replace('.', ',') }),
    ...(dispatcher === undefined ? {} : { dispatcher: dispatcher?.id ?? null }),
  }),
  alsoTouches: dispatcherKeys,
  changed: changedRow,
  otherEffects: (change) => [...teamEffects(change), ...unitEffects(change)],
})
