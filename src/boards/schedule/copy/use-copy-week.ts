import { useMemo, useState } from 'react'
import type { IsoDay } from '#src/format/calendar.ts'
import { changedBy } from '#src/format/step.ts'
import type { ApplyEdit } from '../edits/use-edits.ts'
import { FARTHEST_WEEK, type ScheduleSearch } from '../schedule-search.ts'
import { type CopiedWeek, type CopyOptions, copiedWeek, type WeekSide } from './copied-week.ts'
import { useApplying } from './use-applying.ts'
import { useWeekList, type WeekList } from './use-week-list.ts'
import { everybody, rowsOnScreen, type WhoseChoice } from './whose-choices.ts'

export interface CopyWeekInput {
  /** What the page shows: the week that is copied unless another is chosen, the order, and the filter. */
  readonly choice: ScheduleSearch
  readonly today: IsoDay
  readonly apply: ApplyEdit
  readonly onClose: () => void
}

/** What the person has chosen; weeks by their steps from today. */
export interface Asked extends Omit<CopyOptions, 'whose'> {
  readonly from: number
  readonly to: number
  readonly whose: WhoseChoice
}

function askedAtFirst({ week, filter }: ScheduleSearch): Asked {
  const to = Math.min(week + 1, FARTHEST_WEEK)
  return { from: week, to, whose: everybody(filter), replaces: false, withDescriptions: true }
}

interface Weeks {
  readonly asked: Asked
  readonly choice: ScheduleSearch
  readonly from: WeekList
  readonly to: WeekList
  /** The one that the page's filter is about. */
  readonly screen: WeekList
}

/** What would be copied, as the weeks are now; null while they can't be copied. */
function useCopied({ asked, choice: { filter }, from, to, screen }: Weeks): CopiedWeek | null {
  const isHere = [from, to, screen].every(({ reading }) => reading.state === 'ready')
  const sides = { from: from.side, to: to.side, screen: screen.side }
  return useMemo(() => {
    if (!isHere || asked.from === asked.to) return null
    const shown = (side: WeekSide) => ({ ...side, rows: rowsOnScreen(side.rows, sides.screen, filter) })
    return copiedWeek(shown(sides.from), shown(sides.to), { ...asked, whose: asked.whose.whose })
  }, [isHere, asked, filter, sides.from, sides.to, sides.screen])
}

/** The copying of a week: what is chosen, what would come of it, and how the doing stands. */
export function useCopyWeek({ choice, today: now, apply, onClose }: CopyWeekInput) {
  // Weeks stay what they are, also past midnight: somebody is looking at them.
  const [today] = useState(now)
  const [first] = useState(() => askedAtFirst(choice))
  const [asked, setAsked] = useState(first)
  const { forget, ...applying } = useApplying(apply, onClose)
  const from = useWeekList(choice, asked.from, today)
  const to = useWeekList(choice, asked.to, today)
  const screen = useWeekList(choice, choice.filter === '' ? asked.from : choice.week, today)
  const copied = useCopied({ asked, choice, from, to, screen })
  const ask = (change: Partial<Asked> | ((now: Asked) => Partial<Asked>)) => {
    const next = (now: Asked) => changedBy(now, typeof change === 'function' ? change(now) : change)
    // An arrow at its end does nothing: what was said of the last try stays.
    if (next(asked) !== asked) forget()
    setAsked(next)
  }
  return { asked, ask, from, to, screen, copied, isDirty: asked !== first, ...applying }
}
