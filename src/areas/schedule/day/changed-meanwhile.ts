import type { ScheduleDay } from '#contract/boards/schedule.ts'
import { dutyStatusOf } from '#contract/people/driver-choices.ts'

const versionOf = (day: ScheduleDay | null) => day?.version ?? 0

/**
 * What a day says by now, where the server has it otherwise than it was `seen` when the typing began; null when that is the
 * same. A change of one's own that waits leaves the version as it is; one that was sent meanwhile says what was seen.
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
