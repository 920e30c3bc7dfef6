import { edit } from '#contract/wire/access.ts'
import { draftEditor } from '#src/record/draft-editor.ts'
import { useCan } from '#src/session/use-can.ts'
import { Dialog } from '#src/ui/dialog/dialog.tsx'
import { UNIT_WORDS } from '../unit-kinds.ts'
import { NewUnitDialog } from './new-unit-dialog.tsx'
import { EDIT_DRAFTS, NEW_DRAFTS } from './unit-draft.ts'
import { UnitEditDialog } from './unit-edit-dialog.tsx'

/** Continues the draft of a new unit. */
export const newUnitEditor = draftEditor(Object.values(NEW_DRAFTS), ({ value: { sort: kind }, onClose }) => {
  const { area, noun } = UNIT_WORDS[kind]
  if (useCan(edit(area))) return <NewUnitDialog kind={kind} onClose={onClose} />
  return (
    <Dialog title={`Add ${noun}`} onClose={onClose}>
      <p>Permission for {area} edit required</p>
    </Dialog>
  )
})

/** Continues the draft of a unit's changes. */
export const unitEditor = draftEditor(Object.values(EDIT_DRAFTS), ({ value: { was }, onClose }) => (
  <UnitEditDialog unit={was} onClose={onClose} />
))
