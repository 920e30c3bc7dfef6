import { Button } from '@mantine/core'
import { DialogButtons } from '#src/ui/dialog/dialog-buttons.tsx'
import type { ReadyDates } from './date-selector.tsx'

interface DateButtonsProps extends Pick<ReadyDates, 'dates'> {
  /** What taking the days is called. */
  readonly submit: string
  readonly onCancel: () => void
}

/** The foot of a dialog that asks for days: they can be taken once they are chosen. */
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
