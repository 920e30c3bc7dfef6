import { isOpenMajor } from '#contract/maintenance/inspections.ts'
import type { Random } from '#server/demo/random.ts'
import { SAID_OF, SAID_OF_GRAVE, SAID_OF_REPAIRED, SAID_OF_SLIGHT, type Speaker } from './conversations.ts'
import type { Draft } from './draft.ts'

/** Which share of the reports somebody says something of. */
const COMMENTED = 1 / 3

/** What is said of a report, on which day and at which minute of it. `speaker`: in which role. */
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

/** A conversation of one to four remarks, some hours or a night between them, none of them in time to come. */
export function remarksOn(random: Random, draft: Draft, minute: number): Remark[] {
  if (!random.chance(COMMENTED)) return []
  const said = random.pick(conversationsOf(draft))
  const found: Remark[] = []
  let at = draft.offset * 1440 + minute
  for (const line of said) {
    at += random.chance(0.7) ? random.whole(6, 150) : random.whole(900, 1500)
    const offset = Math.floor(at / 1440)
    if (offset > 0) break
    found.push({ speaker: line.charAt(0) as Speaker, text: line.slice(3), offset, minute: at - offset * 1440 })
  }
  return found
}
