import { edit } from '#contract/wire/access.ts'
import { draftEditor } from '#src/record/draft-editor.ts'
import { useCan } from '#src/session/use-can.ts'
import { DayDialog } from './day-dialog.tsx'
import { dayDraft } from './day-draft.ts'
import { keepRows } from './day-saving.ts'

/** Goes on with changes of days. */
export const dayEditor = draftEditor(dayDraft, ({ value: { driver, date, dates, seen }, onClose }) => (
  <DayDialog
    {...{ driver, date, dates, onClose }}
    isEditable={useCan(edit('schedule'))}
    dayOn={(one) => seen.find((day) => day.date === one) ?? null}
    keep={keepRows}
    marks={[]}
    anchor={null}
    onSaved={onClose}
  />
))
