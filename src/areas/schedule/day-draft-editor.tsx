import { edit } from '#contract/access.ts'
import { submit } from '#src/offline/outbox/outbox.ts'
import { newUuid } from '#src/offline/outbox/uuid-v7.ts'
import { useCan } from '#src/session/use-can.ts'
import { DayDialog } from './day-dialog.tsx'
import { type DayInput, dayDraft } from './day-draft.ts'

/** Which drafts `DraftEditor` opens. */
export const draftKind = dayDraft

interface DraftEditorProps {
  readonly value: DayInput
  /** Saved, given up or put off. */
  readonly onClose: () => void
}

const saving = { submit, newId: newUuid }

/** Goes on with what was typed about a day, wherever the person is in the app; the form takes the input over itself. */
export function DraftEditor({ value: { driver, date, dates, seen }, onClose }: DraftEditorProps) {
  const isEditable = useCan(edit('schedule'))
  return (
    <DayDialog
      {...{ driver, date, dates, isEditable, saving, onClose }}
      dayOn={(one) => seen.find((day) => day.date === one) ?? null}
      anchor={null}
      onSaved={onClose}
    />
  )
}
