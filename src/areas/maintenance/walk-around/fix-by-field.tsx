import { Button } from '@mantine/core'
import type { BoundField } from '#src/form/fields/bound-field.ts'
import { DateField } from '#src/form/fields/date-field.tsx'
import { addDays } from '#src/format/calendar.ts'
import { useToday } from '#src/ui/use-now.ts'
import classes from './fix-by-field.module.css'

const CHIPS = [
  { title: 'Today', days: 0 },
  { title: '3 days', days: 3 },
  { title: '7 days', days: 7 },
] as const

/** The day by which the defects of a walk-around are to be fixed, with the usual days as buttons. */
export function FixByField({ field }: { readonly field: BoundField<string> }) {
  const today = useToday()
  return (
    <div className={classes.frame}>
      <DateField field={field} label="Fix by" />
      <div className={classes.chips}>
        {CHIPS.map(({ title, days }) => {
          const day = addDays(today, days)
          return (
            <Button
              key={days}
              variant={field.state.value === day ? 'light' : 'default'}
              aria-pressed={field.state.value === day}
              onClick={() => field.handleChange(day)}
            >
              {title}
            </Button>
          )
        })}
      </div>
    </div>
  )
}
