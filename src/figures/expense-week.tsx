import { ActionIcon } from '@mantine/core'
import { IconCalendar } from '@tabler/icons-react'
import { useState } from 'react'
import { type IsoDay, shortDay } from '#src/format/calendar.ts'
import type { Step } from '#src/format/step.ts'
import { expenseWeekOf, LATEST_EXPENSE_WEEK, type Week, weekIndexOf, weekLabel } from '#src/format/week.ts'
import { lazyPart } from '#src/ui/page/lazy-part.tsx'
import { WeekNavigation } from '#src/ui/page/week-navigation.tsx'

const DayQuestion = lazyPart(() =>
  import('#src/ui/date-selector/day-question.tsx').then((module) => module.DayQuestion),
)

interface ExpenseWeekProps {
  /** Week -1 ends today. */
  readonly index: number
  readonly week: Week
  readonly today: IsoDay
  readonly onWeek: (step: Step) => void
}

/** The shown week, with controls for the week before, the week after and a date. Future weeks can't be chosen. */
export function ExpenseWeek({ index, week, today, onWeek }: ExpenseWeekProps) {
  const [isAsking, setIsAsking] = useState(false)
  return (
    <WeekNavigation
      week={week}
      label={weekLabel(weekIndexOf(week.start, today))}
      index={index}
      last={LATEST_EXPENSE_WEEK}
      onStep={onWeek}
    >
      <ActionIcon
        variant="default"
        size={34}
        aria-label={`Choose the dates: ${shortDay(week.start)} – ${shortDay(week.end)}`}
        aria-haspopup="dialog"
        onClick={() => setIsAsking(true)}
      >
        <IconCalendar size={18} aria-hidden />
      </ActionIcon>
      {isAsking ? (
        <DayQuestion
          title="Expenses Statistic"
          chosen={week.end}
          maxDate={today}
          onSubmit={(day) => onWeek(() => expenseWeekOf(day, today))}
          onClose={() => setIsAsking(false)}
        />
      ) : null}
    </WeekNavigation>
  )
}
