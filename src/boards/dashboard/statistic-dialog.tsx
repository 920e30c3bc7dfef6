import { Button } from '@mantine/core'
import type { IsoDay } from '#src/format/calendar.ts'
import { DateSelector } from '#src/ui/date-selector/date-selector.tsx'
import { Dialog } from '#src/ui/dialog.tsx'
import { DialogButtons } from '#src/ui/dialog-buttons.tsx'

interface StatisticDialogProps {
  readonly chosen: IsoDay
  readonly bounds: { readonly minDate: IsoDay; readonly maxDate: IsoDay }
  readonly onSubmit: (sunday: IsoDay) => void
  readonly onClose: () => void
}

/** Asks for the Sunday whose statistics are to be shown. */
export function StatisticDialog({ chosen, bounds, onSubmit, onClose }: StatisticDialogProps) {
  return (
    <Dialog title="Statistic" size="sm" onClose={onClose}>
      <DateSelector
        {...bounds}
        isRange={false}
        sundaysOnly
        label="Please enter the dates"
        defaultStartDate={chosen}
        onSubmitDate={({ startDate }) => onSubmit(startDate)}
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
