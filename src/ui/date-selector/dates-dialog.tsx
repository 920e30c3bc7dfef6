import { Button } from '@mantine/core'
import type { IsoDay } from '#src/format/calendar.ts'
import { Dialog } from '#src/ui/dialog/dialog.tsx'
import { DialogButtons } from '#src/ui/dialog/dialog-buttons.tsx'
import { DateSelector } from './date-selector.tsx'

/** The first and the last day of a status; `to` is null for no end. */
export interface StatusDates {
  readonly from: IsoDay
  readonly to: IsoDay | null
}

interface DatesDialogProps {
  readonly title: string
  readonly submit?: string
  /** The initial dates. Without a `from`, nothing is chosen. */
  readonly initial: { readonly from: IsoDay | null; readonly to: IsoDay | null }
  readonly minDate?: IsoDay | undefined
  /** A last day is required. */
  readonly isEndNeeded?: boolean
  readonly onSubmit: (dates: StatusDates) => void
  readonly onClose: () => void
}

/** Asks for the first and the last day of a status, or only for the first day. */
export function DatesDialog(props: DatesDialogProps) {
  const { title, submit = 'Save', initial, minDate, isEndNeeded = false, onSubmit, onClose } = props
  return (
    <Dialog title={title} size="sm" onClose={onClose}>
      <DateSelector
        minDate={minDate}
        isEndOptional={!isEndNeeded}
        isNotSelectedByDefault={initial.from === null}
        defaultStartDate={initial.from ?? undefined}
        defaultEndDate={initial.to}
        onSubmitDate={({ startDate, endDate }) => onSubmit({ from: startDate, to: endDate })}
      >
        {({ dates, startDate }) => (
          <DialogButtons>
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            {isEndNeeded ? null : (
              <Button
                variant="default"
                disabled={startDate === null}
                onClick={() => startDate !== null && onSubmit({ from: startDate, to: null })}
              >
                No end date
              </Button>
            )}
            <Button type="submit" disabled={dates === null}>
              {submit}
            </Button>
          </DialogButtons>
        )}
      </DateSelector>
    </Dialog>
  )
}
