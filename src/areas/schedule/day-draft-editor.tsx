import { edit } from '#contract/access.ts'
import { useCan } from '#src/session/use-can.ts'
import { DayDialog } from './day-dialog.tsx'
import { type DayInput, dayDraft } from './day-draft.ts'
import { keepRows } from './day-saving.ts'

/** Which drafts `DraftEditor` opens. */
export const draftKind = dayDraft

interface DraftEditorProps {
  readonly value: DayInput
  /** Saved, given up or put off. */
  readonly onClose: () => void
}

/** Goes on with what was typed about a day, wherever the person is in the app; the form takes the input over itself. */
export function DraftEditor({ value: { driver, date, dates, seen }, onClose }: DraftEditorProps) {
  const isEditable = useCan(edit('schedule'))
  return (
    <DayDialog
      {...{ driver, date, dates, isEditable, onClose }}
      dayOn={(one) => seen.find((day) => day.date === one) ?? null}
      keep={keepRows}
      marks={[]}
      anchor={null}
      onSaved={onClose}
    />
  )
}
