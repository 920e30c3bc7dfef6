import type { Defect, Inspection } from '#contract/maintenance/inspections.ts'
import { attachmentsForOutbox, type NewAttachment } from '#src/form/attachments/new-attachment.ts'
import { submitAllWithUndo } from '#src/form/frame/submit-with-undo.ts'
import { newChange } from '#src/offline/command.ts'
import type { NewChangeWithFiles } from '#src/offline/outbox/save/stored-files.ts'
import { seenVersionIn } from '#src/record/identity.ts'
import { attachToDefect } from './attachment-commands.ts'
import { type Settlement, settleDefect } from './defect-commands.ts'

interface Photos {
  readonly photos: readonly NewAttachment[]
  readonly isAfterRepair: boolean
}

/** The change that attaches photos of a defect. Empty without photos. */
function photoChanges(was: Inspection, defect: Defect, { photos, isAfterRepair }: Photos): NewChangeWithFiles[] {
  if (photos.length === 0) return []
  const { files, refs } = attachmentsForOutbox(photos)
  return [{ ...newChange(attachToDefect, { was, defect, files: [...refs], isAfterRepair }, null), files }]
}

/**
 * Saves the new state of a defect and the photos taken after its repair, all or none, with Undo. The state is sent
 * first: the unit is ready without its photos. Throws NotSaved.
 */
export function saveSettlement(
  was: Inspection,
  defect: Defect,
  to: Settlement,
  photos: readonly NewAttachment[],
): Promise<void> {
  const settlement = { ...newChange(settleDefect, { was, defect, to }, seenVersionIn(was)), files: [] }
  return submitAllWithUndo([settlement, ...photoChanges(was, defect, { photos, isAfterRepair: true })])
}

/** Saves photos of a defect, with Undo. Throws NotSaved. */
export function saveDefectPhotos(was: Inspection, defect: Defect, photos: Photos): Promise<void> {
  return submitAllWithUndo(photoChanges(was, defect, photos))
}
