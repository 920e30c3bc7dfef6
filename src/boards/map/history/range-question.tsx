import { useState } from 'react'
import type { IsoDay } from '#src/format/calendar.ts'
import { DateButtons } from '#src/ui/date-selector/date-buttons.tsx'
import { DateSelector } from '#src/ui/date-selector/date-selector.tsx'
import type { DateRange, SubmittedDates } from '#src/ui/date-selector/range-choice.ts'
import { Dialog } from '#src/ui/dialog/dialog.tsx'
import { rangeProblem } from './history-range.ts'

interface RangeQuestionProps {
  readonly range: DateRange
  readonly today: IsoDay
  readonly onRange: (range: DateRange) => void
  readonly onClose: () => void
}

/** Asks for the dates of a history. */
export function RangeQuestion({ range, today, onRange, onClose }: RangeQuestionProps) {
  const [error, setError] = useState<string | undefined>(undefined)
  const submit = ({ startDate, endDate }: SubmittedDates) => {
    const chosen = { startDate, endDate: endDate ?? startDate }
    const problem = rangeProblem(chosen)
    setError(problem ?? undefined)
    if (problem !== null) return
    onRange(chosen)
    onClose()
  }
  return (
    <Dialog title="Days of the history" size="sm" onClose={onClose}>
      <DateSelector
        maxDate={today}
        defaultStartDate={range.startDate}
        defaultEndDate={range.endDate}
        error={error}
        onSubmitDate={submit}
      >
        {({ dates }) => <DateButtons dates={dates} submit="Show" onCancel={onClose} />}
      </DateSelector>
    </Dialog>
  )
}
