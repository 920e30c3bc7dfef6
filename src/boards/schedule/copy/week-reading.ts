import { isUnreachable } from '#src/api/api-error.ts'
import { formatCount } from '#src/format/numbers.ts'
import type { ReadList } from '#src/offline/reading/use-list.ts'

/** How much of a week has been read. A week is copied only when it is complete. */
export type WeekReading =
  | { readonly state: 'reading' | 'absent'; readonly words: string }
  | { readonly state: 'ready'; readonly words: null }

type WeekList = Pick<ReadList<unknown>, 'state' | 'rows' | 'count' | 'hasMore' | 'moreProblem' | 'problem'>

const WHAT_TO_DO = 'Connect to the network and try again, or choose a week that is here. Nothing is copied.'

/** Describes how much of a week has been read; `title` names the week. Pure. */
export function readingOfWeek(list: WeekList, title: string): WeekReading {
  const { state, rows, count, hasMore, moreProblem } = list
  const part = `${formatCount(rows.length)} of ${formatCount(count)} dispatchers`
  if (state === 'loading') return { state: 'reading', words: `Reading ${title}…` }
  if (state === 'ready' && !hasMore) return { state: 'ready', words: null }
  if (state === 'ready' && moreProblem === null) return { state: 'reading', words: `Reading ${title}: ${part}` }
  if (state === 'ready' && isUnreachable(moreProblem))
    return { state: 'absent', words: `Only ${part} of ${title} are saved on this device. ${WHAT_TO_DO}` }
  if (state === 'not_saved')
    return { state: 'absent', words: `${title} is not saved on this device yet. ${WHAT_TO_DO}` }
  const why = (moreProblem ?? list.problem)?.message ?? ''
  return { state: 'absent', words: `${title} could not be loaded. ${why} Nothing is copied.` }
}
