import type { DutyStatus } from '#contract/people/driver-choices.ts'
import { daysBetween } from '#src/format/calendar.ts'
import { type NewChange, newChange } from '#src/offline/command.ts'
import { NO_ID_YET } from '#src/record/identity.ts'
import type { DayDriver, DayTarget, RowDraft } from './day/day-edit.ts'
import { seenVersion } from './day/seen-day.ts'
import { fillDays } from './fill-days-commands.ts'
import { changeDay, createDay } from './schedule-commands.ts'
import { setDays } from './set-days-commands.ts'

/** The difference between the wanted and the seen day; null for none. */
function changeOf({ was, to }: DayTarget) {
  if (to === null) return was === null ? null : { status: null }
  const status = to.status === was?.status ? {} : { status: to.status }
  const description = to.description === (was?.description ?? '') ? {} : { description: to.description }
  const change = { ...status, ...description }
  return Object.keys(change).length === 0 ? null : change
}

/** Whether the edit only sets one status on a run of days without gaps. */
function isFill(targets: readonly DayTarget[]): boolean {
  const [first] = targets
  return targets.every(
    ({ date, was, to }, at) =>
      to !== null &&
      to.status === first?.to?.status &&
      to.description === (was?.description ?? '') &&
      daysBetween(first.date, date) === at,
  )
}

function fillDraft({ id, name }: DayDriver, targets: readonly DayTarget[], status: DutyStatus, newId: () => string) {
  const days = targets.map(({ date, was }) => ({ date, was, client_id: was ? null : newId() }))
  return newChange(fillDays, { driver: id, driverName: name, status, days }, null)
}

function dayDraft(driver: DayDriver, { date, was, to }: DayTarget, newId: () => string): NewChange | null {
  if (to === null) return null
  if (was === null) {
    const day = { driver: driver.id, date, ...to, client_id: newId() }
    return newChange(createDay, { driverName: driver.name, day }, null)
  }
  // A day that only this device knows is identified by driver and date, which `setDays` does.
  if (was.id === NO_ID_YET) return null
  const change = { ...(to.status !== was.status && { status: to.status }) }
  const note = { ...(to.description !== was.description && { description: to.description }) }
  return newChange(changeDay, { driverName: driver.name, was, to: { ...change, ...note } }, seenVersion(was))
}

/**
 * Creates one change, and so one request and one transaction, for an edit of a driver's days; null when nothing
 * changes. A run of days with one status is a bulk edit; a single day is changed or created on its own.
 */
export const rowDraft: RowDraft = ({ driver, targets }, newId) => {
  const changed = targets.filter((target) => changeOf(target) !== null)
  const [first] = changed
  if (!first) return null
  const single = changed.length === 1 ? dayDraft(driver, first, newId) : null
  if (single) return single
  if (changed.length > 1 && first.to && isFill(targets)) return fillDraft(driver, targets, first.to.status, newId)
  const days = changed.map((target) => ({ date: target.date, was: target.was, to: changeOf(target) ?? {} }))
  return newChange(setDays, { driver: driver.id, driverName: driver.name, days }, null)
}
