import type { Defect, Inspection } from '#contract/maintenance/inspections.ts'
import { attachmentsForOutbox, type NewAttachment } from '#src/form/attachments/new-attachment.ts'
import { type StoredBy, submitAllWithUndo } from '#src/form/frame/submit-with-undo.ts'
import { newChange } from '#src/offline/command.ts'
import type { NewChangeWithFiles } from '#src/offline/outbox/save/stored-files.ts'
import { seenVersionIn } from '#src/record/identity.ts'
import { attachToDefect } from './attachment-commands.ts'
import { type Settlement, settleDefect } from './defect-commands.ts'

interface DefectPhotos {
  readonly was: Inspection
  readonly defect: Defect
  readonly photos: readonly NewAttachment[]
  readonly isAfterRepair: boolean
}

/** The change that attaches photos of a defect. Empty without photos. */
function photoChanges({ photos, ...of }: DefectPhotos): NewChangeWithFiles[] {
  if (photos.length === 0) return []
  const { files, refs } = attachmentsForOutbox(photos)
  return [{ ...newChange(attachToDefect, { ...of, files: [...refs] }, null), files }]
}

interface NewSettlement extends Omit<DefectPhotos, 'isAfterRepair'> {
  readonly to: Settlement
}

/**
 * Saves the new state of a defect and the photos taken after its repair, all or none, with Undo. The state is sent
 * first: the unit is ready without its photos. Throws NotSaved.
 */
export function saveSettlement({ to, ...photos }: NewSettlement, submitter: StoredBy): Promise<void> {
  const { was, defect } = photos
  const settlement = { ...newChange(settleDefect, { was, defect, to }, seenVersionIn(was)), files: [] }
  return submitAllWithUndo([settlement, ...photoChanges({ ...photos, isAfterRepair: true })], submitter)
}

/** Saves photos of a defect, with Undo. Throws NotSaved. */
export function saveDefectPhotos(photos: DefectPhotos, submitter: StoredBy): Promise<void> {
  return submitAllWithUndo(photoChanges(photos), submitter)
}
