import type { IsoDay } from '#src/format/calendar.ts'
import { Dialog } from '#src/ui/dialog/dialog.tsx'
import { DateButtons } from './date-buttons.tsx'
import { DateSelector } from './date-selector.tsx'

interface DayQuestionProps {
  readonly title: string
  readonly chosen: IsoDay
  readonly minDate?: IsoDay
  readonly maxDate: IsoDay
  readonly sundaysOnly?: boolean
  /** Called with the day after the dialog has closed. */
  readonly onSubmit: (day: IsoDay) => void
  readonly onClose: () => void
}

/** Asks for the day whose figures are shown. */
export function DayQuestion({ title, chosen, onSubmit, onClose, ...bounds }: DayQuestionProps) {
  return (
    <Dialog title={title} size="sm" onClose={onClose}>
      <DateSelector
        {...bounds}
        isRange={false}
        label="Please enter the dates"
        defaultStartDate={chosen}
        onSubmitDate={({ startDate }) => {
          onClose()
          onSubmit(startDate)
        }}
      >
        {({ dates }) => <DateButtons dates={dates} submit="Submit" onCancel={onClose} />}
      </DateSelector>
    </Dialog>
  )
}
