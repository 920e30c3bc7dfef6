import { isOpenMajor } from '#contract/maintenance/inspections.ts'
import type { Random } from '#server/demo/random.ts'
import { SAID_OF, SAID_OF_GRAVE, SAID_OF_REPAIRED, SAID_OF_SLIGHT, type Speaker } from './conversations.ts'
import type { Draft } from './draft.ts'

/** The share of reports that have comments. */
const COMMENTED = 1 / 3

/**
 * A comment on a report. `offset`: its day, counted from today. `minute`: of that day. `speaker`: the author's role.
 */
export interface Remark {
  readonly speaker: Speaker
  readonly text: string
  readonly offset: number
  readonly minute: number
}

function conversationsOf({ defects, service_type }: Draft) {
  if (defects.length === 0) return SAID_OF[service_type]
  if (defects.some(({ defect }) => isOpenMajor(defect))) return SAID_OF_GRAVE
  return defects.every(({ settled }) => settled !== null) ? SAID_OF_REPAIRED : SAID_OF_SLIGHT
}

/**
 * The comments on a report: none, or a conversation of one to four remarks. Minutes, hours or a night pass between
 * remarks. Remarks that would come after today are left out. `minute`: the minute of the day on which the report was
 * written.
 */
export function remarksOn(random: Random, draft: Draft, minute: number): Remark[] {
  if (!random.chance(COMMENTED)) return []
  const conversation = random.pick(conversationsOf(draft))
  const remarks: Remark[] = []
  let at = draft.offset * 1440 + minute
  for (const line of conversation) {
    at += random.chance(0.7) ? random.whole(6, 150) : random.whole(900, 1500)
    const offset = Math.floor(at / 1440)
    if (offset > 0) break
    remarks.push({ speaker: line.charAt(0) as Speaker, text: line.slice(3), offset, minute: at - offset * 1440 })
  }
  return remarks
}
