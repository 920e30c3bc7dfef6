import { dayKind, type ScheduleDay } from '#contract/boards/schedule.ts'
import type { IsoDay } from '#src/format/calendar.ts'
import type { Fold } from '#src/offline/fold/fold.ts'

/**
 * A day as the user saw it, with the optimistic effects of all waiting changes, also those not drawn yet. Later changes
 * by colleagues are left out: a change starts from what its user saw, and the server compares it with theirs.
 */
export function dayNow(fold: Fold, driver: number, date: IsoDay, seen: ScheduleDay | null): ScheduleDay | null {
  // `seen` may contain some of these effects already; applying them twice gives the same result.
  if (seen) return fold.overlay(dayKind, seen) ?? null
  return fold.find<ScheduleDay>(dayKind, dayKind.keyOf({ driver, date })) ?? null
}
