import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import type { ScheduleOrdering } from '#contract/people/dispatcher-choices.ts'
import { DUTY_STATUSES, type DutyStatus } from '#contract/people/driver-choices.ts'
import type { Step } from '#src/format/step.ts'
import { type Week, weekLabel } from '#src/format/week.ts'
import { ChoiceMenu } from '#src/list/filter/choice-menu.tsx'
import { sortChoices } from '#src/list/sort-choices.ts'
import { WeekNavigation } from '#src/ui/page/week-navigation.tsx'
import type { Choice } from '#src/ui/status/radio-menu.tsx'
import { StatusLegend } from '#src/ui/status/status-badge.tsx'
import { FARTHEST_WEEK, type ScheduleSearch } from './schedule-search.ts'
import classes from './schedule-toolbar.module.css'

const SORTS = sortChoices<ScheduleOrdering>({
  'first_name,last_name': 'Name',
  status: 'Status',
})
const FILTERS: readonly Choice<DutyStatus | ''>[] = [{ value: '', title: 'All' }, ...DUTY_STATUSES]

interface ChoiceProps {
  readonly choice: ScheduleSearch
  readonly onChoose: (change: Partial<ScheduleSearch>) => void
}

interface ToolbarProps extends ChoiceProps {
  readonly week: Week
  readonly onWeek: (step: Step) => void
  /** Actions for the week. */
  readonly children: ReactNode
}

/** The controls for what the grid shows (week, sort order, filter) and the legend of its colors. */
export function ScheduleToolbar({ choice, onChoose, week, onWeek, children }: ToolbarProps) {
  return (
    <div className={classes.toolbar}>
      <WeekSteps offset={choice.week} week={week} onStep={onWeek} />
      <div className={classes.line}>
        <SortAndFilter choice={choice} onChoose={onChoose} />
        {children}
      </div>
      <div className={classes.legend}>
        <StatusLegend statuses={DUTY_STATUSES} />
      </div>
    </div>
  )
}

interface WeekStepsProps {
  readonly offset: number
  readonly week: Week
  readonly onStep: (step: Step) => void
}

function WeekSteps({ offset, week, onStep }: WeekStepsProps) {
  return (
    <WeekNavigation
      week={week}
      label={weekLabel(offset)}
      index={offset}
      first={-FARTHEST_WEEK}
      last={FARTHEST_WEEK}
      onStep={onStep}
    >
      <Button
        variant="subtle"
        size="xs"
        className={classes.today}
        disabled={offset === 0}
        onClick={() => onStep(() => 0)}
      >
        Today
      </Button>
    </WeekNavigation>
  )
}

function SortAndFilter({ choice, onChoose }: ChoiceProps) {
  return (
    <div className={classes.choices}>
      <ChoiceMenu label="Sort" value={choice.sort} choices={SORTS} onChoose={(sort) => onChoose({ sort })} />
      <ChoiceMenu label="Filter" value={choice.filter} choices={FILTERS} onChoose={(filter) => onChoose({ filter })} />
    </div>
  )
}
