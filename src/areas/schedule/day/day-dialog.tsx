import { IconAlertTriangle } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { type ReactElement, useState } from 'react'
import type { ScheduleDay } from '#contract/boards/schedule.ts'
import { dutyStatusOf } from '#contract/people/driver-choices.ts'
import { BesideFrame } from '#src/form/pick/beside-frame.tsx'
import { dayWords } from '#src/format/calendar.ts'
import { StatusBadge } from '#src/ui/status/status-badge.tsx'
import classes from './day-editor.module.css'
import { DayEditor } from './day-editor.tsx'
import type { DayMark } from './day-marks.ts'
import type { DayFormInput } from './use-day-form.ts'

interface DayDialogProps extends Omit<DayFormInput, 'onDirty'> {
  /** The marks of the day. */
  readonly marks: readonly Pick<DayMark, 'words'>[]
  /** A change of the day was refused or is in conflict. */
  readonly needsAttention?: boolean
  readonly isEditable: boolean
  readonly anchor: ReactElement | null
  readonly onClose: () => void
}

/** A day in a dialog: an editor for users who may edit it, the full text for others. */
export function DayDialog(props: DayDialogProps) {
  const { marks, needsAttention = false, isEditable, anchor, onClose, ...input } = props
  const [isDirty, setIsDirty] = useState(false)
  const title = `${input.driver.name} · ${dayWords(input.date)}`
  return (
    <BesideFrame title={title} anchor={anchor} isDirty={isDirty} onClose={onClose}>
      {marks.length > 0 && (
        <p className={classes.marks}>
          <IconAlertTriangle size={16} stroke={2} aria-hidden />
          {marks.map(({ words }) => words).join(', ')}
        </p>
      )}
      {needsAttention && (
        <p className={classes.marks}>
          <span>
            A change of this day waits until you decide: <Link to="/outbox">look at it in the Outbox</Link>.
          </span>
        </p>
      )}
      {isEditable ? (
        <DayEditor {...input} onDirty={setIsDirty} onCancel={onClose} />
      ) : (
        <DayDetails day={input.dayOn(input.date)} />
      )}
    </BesideFrame>
  )
}

function DayDetails({ day }: { readonly day: ScheduleDay | null }) {
  if (!day) return <p>Nothing planned.</p>
  const { title, color } = dutyStatusOf(day.status)
  return (
    // Takes the focus, so that screen readers read it and Escape closes it.
    <div className={classes.editor} tabIndex={-1} data-autofocus>
      <p>
        <StatusBadge title={title} color={color} />
      </p>
      {day.description && <p className={classes.words}>{day.description}</p>}
    </div>
  )
}
