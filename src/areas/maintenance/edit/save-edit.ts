import type { Inspection } from '#contract/maintenance/inspections.ts'
import { removeAttachments } from '#src/areas/maintenance/changes/attachment-commands.ts'
import { changeInspection } from '#src/areas/maintenance/changes/inspection-commands.ts'
import type { InspectionPatch } from '#src/areas/maintenance/changes/inspection-record.ts'
import { attachmentsForOutbox, type NewAttachment } from '#src/form/attachments/new-attachment.ts'
import { type Submitter, submitAndWait } from '#src/form/frame/submit-and-wait.ts'
import { toastResult } from '#src/form/frame/toast-result.ts'
import { newChange } from '#src/offline/command.ts'
import type { NewChangeWithFiles } from '#src/offline/outbox/save/stored-files.ts'
import { seenVersionIn } from '#src/record/identity.ts'
import { removedFiles } from './edit-inspection.ts'

/** The result of the edit form. `was`: the inspection when typing began; `now`: the inspection as known now. */
interface InspectionEdit {
  readonly was: Inspection
  readonly now: Inspection
  readonly to: InspectionPatch
  readonly attachments: readonly NewAttachment[]
  /** Numbers from `existingFiles`. */
  readonly removed: readonly number[]
}

/** Saves the changes of the form, if there are any. Throws NotSaved, and an `ApiError` if the server refuses them. */
export async function saveEdit(edited: InspectionEdit, submitter: Submitter): Promise<void> {
  const changes = changesOf(edited)
  if (changes.length > 0) toastResult(await submitAndWait(changes, submitter), 'Successfully updated')
}

/** Up to two changes: one removes files; the other changes fields and attaches files. */
export function changesOf({ was, now, to, attachments, removed }: InspectionEdit): readonly NewChangeWithFiles[] {
  // An inspection that was only on this device when typing began might have a server version by now.
  const seenVersion = seenVersionIn(was) ?? seenVersionIn(now)
  const { files, refs } = attachmentsForOutbox(attachments)
  const removals = removedFiles(was, removed)
  const isChanged = files.length > 0 || Object.keys(to).length > 0
  return [
    // Remove first: a new file can replace a removed one, and only the removal makes room for it.
    ...(removals.length > 0
      ? [{ ...newChange(removeAttachments, { was, attachments: removals }, null), files: [] }]
      : []),
    ...(isChanged
      ? [
          {
            ...newChange(changeInspection, { was, to, files: [...refs] }, seenVersion),
            files,
          },
        ]
      : []),
  ]
}
