import { Button } from '@mantine/core'
import type { IsoDay } from '#src/format/calendar.ts'
import { expenseWeekOf, type Week } from '#src/format/week.ts'
import { DateSelector } from '#src/ui/date-selector/date-selector.tsx'
import { Dialog } from '#src/ui/dialog.tsx'
import { DialogButtons } from '#src/ui/dialog-buttons.tsx'

interface ExpenseDatesProps {
  /** What is shown now. */
  readonly week: Week
  readonly today: IsoDay
  /** Called with the week in which the chosen day lies; -1 ends today. */
  readonly onWeek: (index: number) => void
  readonly onClose: () => void
}

/** Asks for a day that has been: its week is shown then. */
export function ExpenseDates({ week, today, onWeek, onClose }: ExpenseDatesProps) {
  return (
    <Dialog title="Expenses Statistic" size="sm" onClose={onClose}>
      <DateSelector
        isRange={false}
        label="Please enter the dates"
        maxDate={today}
        defaultStartDate={week.end}
        onSubmitDate={({ startDate }) => {
          onWeek(expenseWeekOf(startDate, today))
          onClose()
        }}
      >
        {({ dates }) => (
          <DialogButtons>
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" disabled={dates === null}>
              Submit
            </Button>
          </DialogButtons>
        )}
      </DateSelector>
    </Dialog>
  )
}
