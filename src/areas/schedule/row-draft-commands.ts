import type { DutyStatus } from '#contract/people/driver-choices.ts'
import { daysBetween } from '#src/format/calendar.ts'
import { type Draft, draftOf } from '#src/offline/command.ts'
import { NO_ID_YET } from '#src/record/identity.ts'
import type { DayDriver, DayTarget, RowDraft } from './day/day-edit.ts'
import { seenVersion } from './day/seen-day.ts'
import { fillDays } from './fill-days-commands.ts'
import { changeDay, createDay } from './schedule-commands.ts'
import { setDays } from './set-days-commands.ts'

/** What of a wish is news to the day. */
function changeOf({ was, to }: DayTarget) {
  if (to === null) return was === null ? null : { status: null }
  const status = to.status === was?.status ? {} : { status: to.status }
  const description = to.description === (was?.description ?? '') ? {} : { description: to.description }
  const change = { ...status, ...description }
  return Object.keys(change).length === 0 ? null : change
}

/** Whether just one status comes to a run of days without gaps, and their descriptions stay. */
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
  return draftOf(fillDays, { driver: id, driverName: name, status, days }, null)
}

function dayDraft(driver: DayDriver, { date, was, to }: DayTarget, newId: () => string): Draft | null {
  if (to === null) return null
  if (was === null) {
    const day = { driver: driver.id, date, ...to, client_id: newId() }
    return draftOf(createDay, { driverName: driver.name, day }, null)
  }
  // One that only this device knows is called by its driver and date, whoever makes it first.
  if (was.id === NO_ID_YET) return null
  const change = { ...(to.status !== was.status && { status: to.status }) }
  const note = { ...(to.description !== was.description && { description: to.description }) }
  return draftOf(changeDay, { driverName: driver.name, was, to: { ...change, ...note } }, seenVersion(was))
}

/**
 * What gives a driver's days what is wanted, in one change, and so in one request and one transaction; null when all is so
 * already. A run of days that gets one status is a bulk edit, one day is changed or made by itself.
 */
export const rowDraft: RowDraft = ({ driver, targets }, newId) => {
  const changed = targets.filter((target) => changeOf(target) !== null)
  const [first] = changed
  if (!first) return null
  const single = changed.length === 1 ? dayDraft(driver, first, newId) : null
  if (single) return single
  if (changed.length > 1 && first.to && isFill(targets)) return fillDraft(driver, targets, first.to.status, newId)
  const days = changed.map((target) => ({ date: target.date, was: target.was, to: changeOf(target) ?? {} }))
  return draftOf(setDays, { driver: driver.id, driverName: driver.name, days }, null)
}
