import type { scheduleChanges } from '#contract/boards/schedule-changes.ts'
import type { DutyStatus } from '#contract/people/driver-choices.ts'
import type { BodyOf } from '#contract/wire/endpoint.ts'
import { type Told, toldSince } from '#server/records/changed-by-others.ts'
import type { StoredFields } from '#server/records/columns.ts'
import type { ChangedFields } from '#server/records/merge.ts'

/** What a person can change of a day. Without a status nothing is planned: the day was cleared. */
export type DayFields = StoredFields<
  keyof BodyOf<(typeof scheduleChanges)['update']>,
  { readonly status: DutyStatus | null; readonly description: string }
>

/**
 * What of a day counts as changed by others since the person looked. The history says it field by field, but for this:
 * - who saw nothing and finds nothing is asked nothing, whatever stood there in between;
 * - a day that others have cleared, or planned where nothing was, is another one than was seen: its description has changed
 *   too, though both said nothing;
 * - so is a day that was made by nobody the history knows of (that of the demo company), for who saw nothing.
 * @param given the version that the person saw, older than the day's; 0 where nothing was planned; null where this device has
 *   planned the day and not been told the version: then it is the last that it made so
 */
export function changedDay(day: DayFields, given: number | null, told: Told): ChangedFields {
  const seen = given ?? lastPlanned(told)
  const { fields, changes } = given === null ? toldSince(told, seen) : told
  const status = fields.get('status')
  const description = fields.get('description')
  const ofStatus = changes.filter((one) => one.field === 'status')
  const sawNothing = seen === 0 || ofStatus[0]?.from_value === null
  if (sawNothing && day.status === null) return new Map()
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

/** The version at which the person last planned or cleared the day on this device; 0 where that never was. */
function lastPlanned({ changes }: Told): number {
  const isOwn = changes.findLast(
    (one) => one.field === 'status' && !one.is_others && (one.from_value === null || one.to_value === null),
  )
  return isOwn?.version ?? 0
}
