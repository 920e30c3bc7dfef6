import { dutyStatusOf } from '#contract/people/driver-choices.ts'
import type { WantedDay } from '#src/areas/schedule/day/day-edit.ts'
import { dayWords } from '#src/format/calendar.ts'
import { countOf } from '#src/format/numbers.ts'
import { type Week, weekLabel } from '#src/format/week.ts'
import type { WeekCopyPlan } from './week-copy-plan.ts'

/** "Mon 11/23/26 – Sun 11/29/26". */
export function weekDays({ start, end }: Week): string {
  return `${dayWords(start)} – ${dayWords(end)}`
}

/** "Current · Mon 11/23/26 – Sun 11/29/26": a week that is `offset` steps from today. */
export function weekTitle(week: Week, offset: number): string {
  return `${weekLabel(offset)} · ${weekDays(week)}`
}

const changed = ({ added, replaced }: WeekCopyPlan) => added + replaced

/** Label of the copy button: "Copy 42 days". */
export function copyWords(week: WeekCopyPlan | null): string {
  return week === null || changed(week) === 0 ? 'Copy' : `Copy ${countOf(changed(week), 'day')}`
}

/** "Keeping 42 days on this device…": thousands of days take a while. */
export function applyingWords(week: WeekCopyPlan): string {
  return `Keeping ${countOf(changed(week), 'day')} on this device…`
}

/** "Week copied: 42 days of 6 drivers". */
export function copiedWords(week: WeekCopyPlan): string {
  return `Week copied: ${countOf(changed(week), 'day')} of ${countOf(week.edits.length, 'driver')}`
}

/** Why copying would change nothing, and what to do; null when it would change something. */
export function whyNothing(week: WeekCopyPlan): string | null {
  if (week.edits.length > 0) return null
  if (week.drivers === 0) return 'None of these drivers is in both weeks. Choose other drivers or other weeks.'
  if (week.skipped > 0) {
    const they = week.skipped === 1 ? 'the day that has something else' : 'the days that have something else'
    return `Nothing would change: ${they} would stay. Choose Replace to copy over what is there.`
  }
  if (week.same > 0) return 'Nothing would change: all that is planned there is in the other week already.'
  return 'Nothing is planned for these drivers in the week to copy from. Choose another week there.'
}

/** Further notes to read before copying, one sentence each. */
export function copyNotes({ unplanned, others }: WeekCopyPlan): readonly string[] {
  const days = `${countOf(unplanned, 'day')} with nothing planned to copy: what the other week has there stays.`
  const is = others === 1 ? 'is in only one of the two weeks and is' : 'are in only one of the two weeks and are'
  return [...(unplanned > 0 ? [days] : []), ...(others > 0 ? [`${countOf(others, 'driver')} ${is} not copied.`] : [])]
}

/** A day in words: "On The Road, “Dallas run”". */
export function plannedWords({ status, description }: WantedDay): string {
  return [dutyStatusOf(status).title, ...(description === '' ? [] : [`“${description}”`])].join(', ')
}
