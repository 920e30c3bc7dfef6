import { Button } from '@mantine/core'
import { DialogButtons } from '#src/ui/dialog/dialog-buttons.tsx'
import type { ReadyDates } from './date-selector.tsx'

interface DateButtonsProps extends Pick<ReadyDates, 'dates'> {
  /** The label of the submit button. */
  readonly submit: string
  readonly onCancel: () => void
}

/** The buttons of a date dialog. The submit button is enabled once dates are chosen. */
export function DateButtons({ dates, submit, onCancel }: DateButtonsProps) {
  return (
    <DialogButtons>
      <Button variant="default" onClick={onCancel}>
        Cancel
      </Button>
      <Button type="submit" disabled={dates === null}>
        {submit}
      </Button>
    </DialogButtons>
  )
}
