import type { ReactNode } from 'react'
import { shortDay } from '#src/format/calendar.ts'
import type { Week } from '#src/format/week.ts'
import { StepButton } from './step-button.tsx'
import classes from './week-navigation.module.css'

interface WeekNavigationProps {
  readonly week: Week
  /** What the week is called, as `weekLabel` says it. */
  readonly label: string
  readonly onPrevious: () => void
  readonly onNext: () => void
  /** There is no week before. */
  readonly isFirst?: boolean
  /** There is no week after. */
  readonly isLast?: boolean
  /** What else leads to a week. */
  readonly children?: ReactNode
}

/** A week's name and days between the arrows to the one before and the one after; another week is said aloud. */
export function WeekNavigation({
  week,
  label,
  onPrevious,
  onNext,
  isFirst = false,
  isLast = false,
  children,
}: WeekNavigationProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would want a legend on screen
    <div role="group" aria-label="Week" className={classes.week}>
      <StepButton label="Previous week" direction="back" isLast={isFirst} onStep={onPrevious} />
      <p className={classes.words} aria-live="polite" aria-atomic>
        <strong>{label}</strong>
        <span>
          {shortDay(week.start)} – {shortDay(week.end)}
        </span>
      </p>
      <StepButton label="Next week" direction="on" isLast={isLast} onStep={onNext} />
      {children}
    </div>
  )
}
