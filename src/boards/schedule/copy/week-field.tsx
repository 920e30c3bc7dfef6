import { useId } from 'react'
import { type Step, stepWithin } from '#src/format/step.ts'
import { type Week, weekLabel } from '#src/format/week.ts'
import { StepButton } from '#src/ui/photo/step-button.tsx'
import { FARTHEST_WEEK } from '../schedule-search.ts'
import classes from './copy-week.module.css'
import { weekDays } from './copy-words.ts'

interface WeekFieldProps {
  /** "From", "To". */
  readonly label: string
  readonly week: Week
  /** Steps of seven days from today. */
  readonly offset: number
  readonly onStep: (step: Step) => void
}

/** A field for one of the two weeks, changed in steps of seven days. */
export function WeekField({ label, week, offset, onStep }: WeekFieldProps) {
  const id = useId()
  const step = (by: -1 | 1) => () => onStep(stepWithin(by, -FARTHEST_WEEK, FARTHEST_WEEK))
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset's legend can't share a line with its fields
    <div role="group" aria-labelledby={id} className={classes.weekField}>
      <p id={id} className={classes.label}>
        {label}
      </p>
      <div className={classes.steps}>
        <StepButton
          label={`${label}: previous week`}
          direction="back"
          isLast={offset <= -FARTHEST_WEEK}
          onStep={step(-1)}
        />
        <p className={classes.week} aria-live="polite" aria-atomic>
          <strong>{weekLabel(offset)}</strong>
          <span className={classes.dates}>{weekDays(week)}</span>
        </p>
        <StepButton label={`${label}: next week`} direction="on" isLast={offset >= FARTHEST_WEEK} onStep={step(1)} />
      </div>
    </div>
  )
}
