import { dayKind, type ScheduleDay } from '#contract/boards/schedule.ts'
import type { IsoDay } from '#src/format/calendar.ts'
import type { Fold } from '#src/offline/fold/fold.ts'

/**
 * A day as it was seen, with all that waits on this device, also what is not drawn yet. What others did since is not in it:
 * a change starts from what its person saw, and meets theirs at the server.
 */
export function dayNow(fold: Fold, driver: number, date: IsoDay, seen: ScheduleDay | null): ScheduleDay | null {
  // What is drawn already says the same once more.
  if (seen) return fold.over(dayKind, seen) ?? null
  return fold.find<ScheduleDay>(dayKind, dayKind.keyOf({ driver, date })) ?? null
}
