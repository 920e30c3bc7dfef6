import { edit } from '#contract/wire/access.ts'
import { draftEditor } from '#src/record/draft-editor.ts'
import { useCan } from '#src/session/use-can.ts'
import { DayDialog } from './day-dialog.tsx'
import { dayDraft } from './day-draft.ts'
import { saveRows } from './day-saving.ts'

/** Continues the draft of a day's changes. */
export const dayEditor = draftEditor(dayDraft, ({ value: { driver, date, dates, seen }, onClose }) => (
  <DayDialog
    {...{ driver, date, dates, onClose }}
    isEditable={useCan(edit('schedule'))}
    dayOn={(one) => seen.find((day) => day.date === one) ?? null}
    keep={saveRows}
    marks={[]}
    anchor={null}
    onSaved={onClose}
  />
))
