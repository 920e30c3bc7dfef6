import { Button } from '@mantine/core'
import { IconCalendar } from '@tabler/icons-react'
import { useState } from 'react'
import type { Step } from '#src/format/step.ts'
import type { DateRange } from '#src/ui/date-selector/range-choice.ts'
import { lazyPart } from '#src/ui/page/lazy-part.tsx'
import { StepButton } from '#src/ui/photo/step-button.tsx'
import { useToday } from '#src/ui/use-now.ts'
import classes from './history-panel.module.css'
import { daysIn } from './history-range.ts'
import { rangeWords, steppedRange } from './range-steps.ts'

const RangeQuestion = lazyPart(() => import('./range-question.tsx').then((part) => part.RangeQuestion))

interface RangeBarProps {
  readonly range: DateRange
  readonly onRange: (step: Step<DateRange>) => void
}

/**
 * The shown days, with controls for the same number of days before or after and for any dates. Future days can't be
 * chosen.
 */
export function RangeBar({ range, onRange }: RangeBarProps) {
  const today = useToday()
  const [isAsking, setIsAsking] = useState(false)
  const step = (direction: 'back' | 'on') => onRange((from) => steppedRange(from, direction, today))
  const many = daysIn(range) === 1 ? 'day' : `${daysIn(range)} days`
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would want a legend on screen
    <div role="group" aria-label="Days" className={classes.range}>
      <StepButton label={`Previous ${many}`} direction="back" isLast={false} onStep={() => step('back')} />
      <Button
        variant="default"
        className={classes.days ?? ''}
        aria-haspopup="dialog"
        leftSection={<IconCalendar size={16} aria-hidden />}
        onClick={() => setIsAsking(true)}
      >
        {rangeWords(range)}
      </Button>
      <StepButton label={`Next ${many}`} direction="on" isLast={range.endDate >= today} onStep={() => step('on')} />
      {isAsking ? (
        <RangeQuestion
          {...{ range, today }}
          onRange={(chosen) => onRange(() => chosen)}
          onClose={() => setIsAsking(false)}
        />
      ) : null}
    </div>
  )
}
