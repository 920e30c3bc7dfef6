import { safeName } from '#contract/files/attachments.ts'
import type { Inspection } from '#contract/maintenance/inspections.ts'
import { removeAttachments } from '#src/areas/maintenance/changes/attachment-commands.ts'
import { changeInspection } from '#src/areas/maintenance/changes/inspection-commands.ts'
import type { InspectionPatch } from '#src/areas/maintenance/changes/inspection-record.ts'
import { attachmentsGiven, type NewAttachment } from '#src/form/attachments/new-attachment.ts'
import { type Submitter, submitAndWait } from '#src/form/frame/submit-and-wait.ts'
import { tellSubmitted } from '#src/form/frame/tell-submitted.ts'
import { draftOf } from '#src/offline/command.ts'
import type { Given } from '#src/offline/outbox/save/stored-files.ts'
import { seenVersionIn } from '#src/record/identity.ts'
import { removedFiles } from './edit-inspection.ts'

/** What a form says of an inspection: `was`, as when the typing began; `now`, as known now. */
interface Edited {
  readonly was: Inspection
  readonly now: Inspection
  readonly to: InspectionPatch
  readonly attachments: readonly NewAttachment[]
  /** By the numbers of `existingFiles`. */
  readonly removed: readonly number[]
}

/** Changes what the form changes, if anything. Throws NotKept, and an `ApiError` for what the server refuses. */
export async function saveEdit(edited: Edited, own: Submitter): Promise<void> {
  const given = changesOf(edited)
  if (given.length > 0) tellSubmitted(await submitAndWait(given, own), 'Successfully updated')
}

/** One change for what is taken off, and one for what is told and what is attached. */
export function changesOf({ was, now, to, attachments, removed }: Edited): readonly Given[] {
  // Of one that was only on this device when the typing began, the server has a version by now.
  const seenVersion = seenVersionIn(was) ?? seenVersionIn(now)
  const files = attachments.map(({ id, name, file: { type, size } }) => ({
    upload: id,
    name: safeName(name),
    type,
    size,
  }))
  const gone = removedFiles(was, removed)
  const isChanged = files.length > 0 || Object.keys(to).length > 0
  return [
    // First: what comes may be what goes, and there is room for it only then.
    ...(gone.length > 0 ? [{ ...draftOf(removeAttachments, { was, attachments: gone }, null), files: [] }] : []),
    ...(isChanged
      ? [
          {
            ...draftOf(changeInspection, { was, to, files }, seenVersion),
            files: attachmentsGiven(attachments).files,
          },
        ]
      : []),
  ]
}
