import type { ReactNode } from 'react'
import { shortDay } from '#src/format/calendar.ts'
import { type Step, stepWithin } from '#src/format/step.ts'
import type { Week } from '#src/format/week.ts'
import { StepButton } from '#src/ui/photo/step-button.tsx'
import classes from './week-navigation.module.css'

interface WeekNavigationProps {
  readonly week: Week
  /** The week's name from `weekLabel`. */
  readonly label: string
  /** The week's index, in steps of seven days from today. `first` and `last` are the limits. */
  readonly index: number
  readonly first?: number
  readonly last: number
  readonly onStep: (step: Step) => void
  /** Other controls that select a week. */
  readonly children?: ReactNode
}

/**
 * A week's name and days between the buttons for the previous and the next week. Screen readers announce a new week.
 */
export function WeekNavigation({
  week,
  label,
  index,
  first = Number.NEGATIVE_INFINITY,
  last,
  onStep,
  children,
}: WeekNavigationProps) {
  const step = (by: -1 | 1) => () => onStep(stepWithin(by, first, last))
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would want a legend on screen
    <div role="group" aria-label="Week" className={classes.week}>
      <StepButton label="Previous week" direction="back" isLast={index <= first} onStep={step(-1)} />
      <p className={classes.words} aria-live="polite" aria-atomic>
        <strong>{label}</strong>
        <span>
          {shortDay(week.start)} – {shortDay(week.end)}
        </span>
      </p>
      <StepButton label="Next week" direction="on" isLast={index >= last} onStep={step(1)} />
      {children}
    </div>
  )
}
