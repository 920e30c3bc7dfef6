import { Dialog } from '#src/ui/dialog/dialog.tsx'
import type { Bounds } from './calendar-grid.ts'
import { DateButtons } from './date-buttons.tsx'
import { DateSelector } from './date-selector.tsx'
import type { SubmittedDates } from './range-choice.ts'

interface DateSearchDialogProps extends Bounds {
  readonly dates: SubmittedDates | null
  readonly isRange?: boolean
  readonly onSubmit: (dates: SubmittedDates) => void
  readonly onClose: () => void
}

/** Asks for the dates of a list's date filter. */
export function DateSearchDialog({ dates, onSubmit, onClose, ...choice }: DateSearchDialogProps) {
  return (
    <Dialog title="Please enter the dates" size="sm" onClose={onClose}>
      <DateSelector
        {...choice}
        isNotSelectedByDefault={dates === null}
        defaultStartDate={dates?.startDate}
        defaultEndDate={dates?.endDate}
        placeholderLabel="All time"
        onSubmitDate={(chosen) => {
          onSubmit(chosen)
          onClose()
        }}
      >
        {(ready) => <DateButtons dates={ready.dates} submit="Ok" onCancel={onClose} />}
      </DateSelector>
    </Dialog>
  )
}
