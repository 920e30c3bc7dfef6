import { useMemo, useState } from 'react'
import type { IsoDay } from '#src/format/calendar.ts'
import { withChange } from '#src/format/step.ts'
import type { ApplyEdit } from '../edits/use-edits.ts'
import { FARTHEST_WEEK, type ScheduleSearch } from '../schedule-search.ts'
import { allDrivers, rowsOnScreen, type ScopeChoice } from './scope-choices.ts'
import { useApplying } from './use-applying.ts'
import { useWeekList, type WeekList } from './use-week-list.ts'
import { type CopyOptions, planWeekCopy, type WeekCopyPlan, type WeekSide } from './week-copy-plan.ts'

export interface CopyWeekInput {
  /** What the page shows: the week (copied by default), the sort order, and the filter. */
  readonly choice: ScheduleSearch
  readonly today: IsoDay
  readonly apply: ApplyEdit
  readonly onClose: () => void
}

/** The user's choices. Weeks are in steps of seven days from today. */
export interface CopySettings extends Omit<CopyOptions, 'scope'> {
  readonly from: number
  readonly to: number
  readonly scope: ScopeChoice
}

function initialSettings({ week, filter }: ScheduleSearch): CopySettings {
  const to = Math.min(week + 1, FARTHEST_WEEK)
  return { from: week, to, scope: allDrivers(filter), replaces: false, withDescriptions: true }
}

interface Weeks {
  readonly settings: CopySettings
  readonly choice: ScheduleSearch
  readonly from: WeekList
  readonly to: WeekList
  /** The week that the page's filter applies to. */
  readonly screen: WeekList
}

/** The result that copying would have now; null while the weeks can't be copied. */
function useCopyPlan({ settings, choice: { filter }, from, to, screen }: Weeks): WeekCopyPlan | null {
  const isHere = [from, to, screen].every(({ reading }) => reading.state === 'ready')
  const sides = { from: from.side, to: to.side, screen: screen.side }
  return useMemo(() => {
    if (!isHere || settings.from === settings.to) return null
    const shown = (side: WeekSide) => ({ ...side, rows: rowsOnScreen(side.rows, sides.screen, filter) })
    return planWeekCopy(shown(sides.from), shown(sides.to), { ...settings, scope: settings.scope.scope })
  }, [isHere, settings, filter, sides.from, sides.to, sides.screen])
}

/** State of the copy dialog: the choices, the result that copying would have, and the progress of the copy. */
export function useCopyWeek({ choice, today: now, apply, onClose }: CopyWeekInput) {
  // Today is fixed while the dialog is open: the weeks on screen must not change at midnight.
  const [today] = useState(now)
  const [first] = useState(() => initialSettings(choice))
  const [settings, setSettings] = useState(first)
  const { forget, ...applying } = useApplying(apply, onClose)
  const from = useWeekList(choice, settings.from, today)
  const to = useWeekList(choice, settings.to, today)
  const screen = useWeekList(choice, choice.filter === '' ? settings.from : choice.week, today)
  const plan = useCopyPlan({ settings, choice, from, to, screen })
  const changeSettings = (change: Partial<CopySettings> | ((now: CopySettings) => Partial<CopySettings>)) => {
    const next = (now: CopySettings) => withChange(now, typeof change === 'function' ? change(now) : change)
    // A step button at its limit changes nothing, so the last attempt's message stays.
    if (next(settings) !== settings) forget()
    setSettings(next)
  }
  return { settings, changeSettings, from, to, screen, plan, isDirty: settings !== first, ...applying }
}
