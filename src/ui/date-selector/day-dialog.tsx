import { Button } from '@mantine/core'
import { useState } from 'react'
import type { IsoDay } from '#src/format/calendar.ts'
import { Dialog } from '#src/ui/dialog/dialog.tsx'
import { DialogButtons } from '#src/ui/dialog/dialog-buttons.tsx'
import { useToday } from '../use-now.ts'
import { Calendar } from './calendar.tsx'
import { type Bounds, isSelectable, nearestSelectable } from './calendar-grid.ts'

interface DayDialogProps {
  /** The label of the field. */
  readonly title: string
  /** The field's day; null for none or for an invalid one. */
  readonly day: IsoDay | null
  readonly bounds: Bounds
  readonly onPick: (day: IsoDay) => void
  readonly onClose: () => void
}

/** The calendar of a date field. Picking a day closes it. */
export function DayDialog({ title, day, bounds, onPick, onClose }: DayDialogProps) {
  const today = useToday()
  const startDate = day !== null && isSelectable(day, bounds) ? day : null
  const [cursor, setCursor] = useState(() => nearestSelectable(startDate ?? today, bounds))
  return (
    <Dialog title={title} size="sm" onClose={onClose}>
      <Calendar
        choice={{ startDate, endDate: null }}
        awaitsEnd={false}
        onMove={setCursor}
        onPick={(picked) => {
          onPick(picked)
          onClose()
        }}
        {...{ bounds, today, cursor }}
      />
      <DialogButtons>
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
      </DialogButtons>
    </Dialog>
  )
}
