import { Button, CloseButton } from '@mantine/core'
import { IconCalendar } from '@tabler/icons-react'
import { useId, useRef, useState } from 'react'
import { lazyPart } from '#src/ui/page/lazy-part.tsx'
import type { Bounds } from './calendar-grid.ts'
import classes from './date-search.module.css'
import type { SubmittedDates } from './range-choice.ts'
import type { SearchedDates } from './searched-dates.ts'

const DateSearchDialog = lazyPart(() => import('./date-search-dialog.tsx').then((module) => module.DateSearchDialog))

interface DateSearchProps extends Bounds {
  /** Null: all time. */
  readonly dates: SearchedDates | null
  /** Whether the user chooses two days instead of one. */
  readonly isRange?: boolean
  readonly onChange: (dates: SubmittedDates | null) => void
}

/** The date filter of a list: a button that shows the dates and opens the dialog, and a button that clears them. */
export function DateSearch({ dates, onChange, ...choice }: DateSearchProps) {
  const labelId = useId()
  const button = useRef<HTMLButtonElement>(null)
  const [isOpen, setIsOpen] = useState(false)
  return (
    <div className={classes.search}>
      <span id={labelId} className={classes.label}>
        Search by Date
      </span>
      <div className={classes.row}>
        <Button
          ref={button}
          id={`${labelId}-days`}
          variant="default"
          aria-labelledby={`${labelId} ${labelId}-days`}
          aria-haspopup="dialog"
          leftSection={<IconCalendar size={16} aria-hidden />}
          onClick={() => setIsOpen(true)}
        >
          {dates === null ? 'All time' : searchWords(dates)}
        </Button>
        {dates === null ? null : (
          <CloseButton
            aria-label="Reset the dates"
            onClick={() => {
              button.current?.focus()
              onChange(null)
            }}
          />
        )}
      </div>
      {isOpen && <DateSearchDialog {...choice} dates={dates} onSubmit={onChange} onClose={() => setIsOpen(false)} />}
    </div>
  )
}

function searchWords({ startDate, endDate, open }: SearchedDates): string {
  if (open) return `${open} ${startDate}`
  return endDate === null || endDate === startDate ? startDate : `${startDate} – ${endDate}`
}
