import type { Attachment } from '#contract/maintenance/inspections.ts'
import { readFile } from '#src/api/read-file.ts'
import { keptFile } from '#src/offline/outbox/outbox.ts'
import { waitingUpload } from './attachment-facts.ts'

/** The bytes of an attachment, from this device or from the server. Throws, with words for the person. */
export async function contentOf(attachment: Attachment, signal: AbortSignal): Promise<Blob> {
  const upload = waitingUpload(attachment)
  if (upload === null) return readFile(attachment.file, signal)
  const bytes = await keptFile(upload)
  if (bytes === null) throw new Error('This file is no longer on this device.')
  return bytes.type === attachment.type ? bytes : new Blob([bytes], { type: attachment.type })
}
