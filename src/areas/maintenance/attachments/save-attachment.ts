import type { Attachment } from '#contract/maintenance/inspections.ts'
import { outboxIfOpen } from '#src/offline/outbox/outbox.ts'
import { saveFile, saveFrom } from '#src/ui/save-file.ts'
import { waitingUpload } from './attachment-facts.ts'

/**
 * Saves an attachment to the user's downloads. Works for files that still wait on this device. Throws an error with a
 * user-visible text.
 */
export async function saveAttachment(attachment: Attachment): Promise<void> {
  const upload = waitingUpload(attachment)
  if (upload === null) return saveFrom(attachment.file, attachment.name)
  saveFile(attachment.name, await waitingBytes(upload))
}

/** The bytes of an upload that waits on this device. Throws an error with a user-visible text if they are gone. */
export async function waitingBytes(upload: string): Promise<Blob> {
  const bytes = await outboxIfOpen()?.file(upload)
  if (bytes === undefined) throw new Error('This file is no longer on this device.')
  return bytes
}
