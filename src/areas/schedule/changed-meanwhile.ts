import { dutyStatusOf } from '#contract/duty.ts'
import type { ScheduleDay } from '#contract/schedule-day.ts'

const versionOf = (day: ScheduleDay | null) => day?.version ?? 0

/**
 * What a day says by now, where the server has it otherwise than it was `seen` when the typing began; null when that is the
 * same. A change of one's own that waits leaves the version as it is; one that was sent meanwhile says what was seen.
 */
export function changedMeanwhile(seen: ScheduleDay | null, now: ScheduleDay | null): string | null {
  // A day is never taken away: one that is not there is not on screen.
  if (now === null || versionOf(now) === versionOf(seen)) return null
  if (now.status === seen?.status && now.description === seen.description) return null
  const { title } = dutyStatusOf(now.status)
  const removed = seen?.description ? ', no description' : ''
  const description = now.description ? `, “${now.description}”` : removed
  // The server makes no second day on a date, and has no fields to ask about.
  if (seen === null) return `Planned meanwhile: ${title}${description}. To change that, cancel and open the day again.`
  return `Changed meanwhile: ${title}${description}. Where you change the same, you may be asked.`
}
