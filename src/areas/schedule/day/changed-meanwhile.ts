import type { ScheduleDay } from '#contract/boards/schedule.ts'
import { dutyStatusOf } from '#contract/people/driver-choices.ts'

const versionOf = (day: ScheduleDay | null) => day?.version ?? 0

/**
 * Describes the server's current day if it differs from the day that the user had `seen` when typing began; null if it
 * is the same. The user's own changes do not count: a waiting change leaves the version unchanged, and a sent one has
 * the values that the user saw.
 */
export function changedMeanwhile(seen: ScheduleDay | null, now: ScheduleDay | null): string | null {
  if (now === null) return seen === null ? null : `Cleared meanwhile: nothing is planned any more. ${MAY_ASK}`
  if (versionOf(now) === versionOf(seen)) return null
  if (now.status === seen?.status && now.description === seen.description) return null
  const { title } = dutyStatusOf(now.status)
  const removed = seen?.description ? ', no description' : ''
  const description = now.description ? `, “${now.description}”` : removed
  return `${seen === null ? 'Planned' : 'Changed'} meanwhile: ${title}${description}. ${MAY_ASK}`
}

const MAY_ASK = 'Where you change the same, you may be asked.'
