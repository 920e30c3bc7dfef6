import { useEffect, useState } from 'react'
import type { Attachment } from '#contract/maintenance/inspections.ts'
import { readFile } from '#src/api/read-file.ts'
import { DocumentDialog } from '#src/ui/dialog/document-dialog.tsx'
import { toastFailure } from '#src/ui/notice/toast.ts'
import { waitingUpload } from './attachment-facts.ts'
import { saveAttachment, waitingBytes } from './save-attachment.ts'

interface AttachmentDocumentProps {
  readonly attachment: Attachment
  readonly onClose: () => void
}

/** A dialog that shows a PDF or a text file of an inspection. */
export function AttachmentDocument({ attachment, onClose }: AttachmentDocumentProps) {
  const [content, setContent] = useState<Blob | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same file under another signature is the same file
  useEffect(() => {
    const controller = new AbortController()
    contentOf(attachment, controller.signal).then(setContent, (error: unknown) => {
      if (!controller.signal.aborted) setProblem(error instanceof Error ? error.message : String(error))
    })
    return () => controller.abort()
  }, [attachment.client_id, attachment.id])
  return (
    <DocumentDialog
      name={attachment.name}
      content={content}
      problem={problem}
      onDownload={() => void saveAttachment(attachment).catch(toastFailure)}
      onClose={onClose}
    />
  )
}

/** The bytes of an attachment, from this device or from the server. Throws an error with a user-visible text. */
async function contentOf(attachment: Attachment, signal: AbortSignal): Promise<Blob> {
  const upload = waitingUpload(attachment)
  if (upload === null) return readFile(attachment.file, signal)
  const bytes = await waitingBytes(upload)
  return bytes.type === attachment.type ? bytes : new Blob([bytes], { type: attachment.type })
}
