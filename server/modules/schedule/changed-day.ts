import type { scheduleChanges } from '#contract/boards/schedule-changes.ts'
import type { DutyStatus } from '#contract/people/driver-choices.ts'
import type { BodyOf } from '#contract/wire/endpoint.ts'
import { type ChangesSince, changesAfter } from '#server/records/changes-since.ts'
import type { StoredFields } from '#server/records/columns.ts'
import type { ChangesByOthers } from '#server/records/merge.ts'

/** The fields of a day that users can change. A day without a status was cleared: nothing is planned. */
export type DayFields = StoredFields<
  keyof BodyOf<(typeof scheduleChanges)['update']>,
  { readonly status: DutyStatus | null; readonly description: string }
>

/**
 * The fields of a day that count as changed by other users since the user saw the day. The history lists the changes by
 * field, with these exceptions:
 * - A user who saw no plan and finds no plan has no conflict, whatever was planned in between.
 * - A day that another user has cleared, or planned where nothing was, is not the day that the user saw. Its
 *   description counts as changed too, even if both descriptions are empty.
 * - The same applies to a day whose creation is not in the history (a day of the demo company), for a user who saw no
 *   plan.
 * @param seenVersion the version that the user saw, older than the day's; 0 where nothing was planned; null where this
 *   device has planned the day and does not know the version yet: then it is the version of this device's last planning
 *   or clearing
 */
export function changedDay(day: DayFields, seenVersion: number | null, changesSince: ChangesSince): ChangesByOthers {
  const seen = seenVersion ?? lastPlanned(changesSince)
  const { fields, changes } = seenVersion === null ? changesAfter(changesSince, seen) : changesSince
  const status = fields.get('status')
  const description = fields.get('description')
  const ofStatus = changes.filter((one) => one.field === 'status')
  const sawNoPlan = seen === 0 || ofStatus[0]?.from_value === null
  if (sawNoPlan && day.status === null) return new Map()
  if (seen === 0 && changes[0]?.version !== 1) {
    return new Map([
      ['status', { ...status, was: null }],
      ['description', { ...description, was: '' }],
    ])
  }
  const isPlannedByOthers = ofStatus.some((one) => one.is_others && one.from_value === null)
  if (!status || !(day.status === null || isPlannedByOthers)) return fields
  return new Map([...fields, ['description', { ...status, ...description, was: description?.was ?? '' }]])
}

/** The version at which the user last planned or cleared the day on this device; 0 for never. */
function lastPlanned({ changes }: ChangesSince): number {
  const isOwn = changes.findLast(
    (one) => one.field === 'status' && !one.is_others && (one.from_value === null || one.to_value === null),
  )
  return isOwn?.version ?? 0
}
