import { edit } from '#contract/access.ts'
import { useCan } from '#src/session/use-can.ts'
import { Dialog } from '#src/ui/dialog.tsx'
import { NewUnitDialog } from './new-unit-dialog.tsx'
import { NEW_DRAFTS, type NewUnitTyped } from './unit-draft.ts'
import { UNIT_WORDS } from './unit-kinds.ts'

/** Which drafts `DraftEditor` opens. */
export const draftKind = [NEW_DRAFTS.truck, NEW_DRAFTS.trailer]

interface DraftEditorProps {
  readonly value: NewUnitTyped
  readonly onClose: () => void
}

/** Goes on with a new unit, wherever the person is in the app; the dialog takes the input over itself. */
export function DraftEditor({ value: { sort }, onClose }: DraftEditorProps) {
  const { area, noun } = UNIT_WORDS[sort]
  if (useCan(edit(area))) return <NewUnitDialog sort={sort} onClose={onClose} />
  return (
    <Dialog title={`Add ${noun}`} onClose={onClose}>
      <p>Permission for {area} edit required</p>
    </Dialog>
  )
}
