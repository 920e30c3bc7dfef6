import { useEffect, useState } from 'react'
import type { Attachment } from '#contract/maintenance/inspections.ts'
import { DocumentDialog } from '#src/ui/dialog/document-dialog.tsx'
import { toastFailure } from '#src/ui/notice/toast.ts'
import { contentOf } from './attachment-content.ts'
import { saveAttachment } from './save-attachment.ts'

interface AttachmentDocumentProps {
  readonly attachment: Attachment
  readonly onClose: () => void
}

/** A PDF or a text of an inspection, read in place. */
export function AttachmentDocument({ attachment, onClose }: AttachmentDocumentProps) {
  const [content, setContent] = useState<Blob | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same file under another signature is the same file
  useEffect(() => {
    const over = new AbortController()
    contentOf(attachment, over.signal).then(setContent, (error: unknown) => {
      if (!over.signal.aborted) setProblem(error instanceof Error ? error.message : String(error))
    })
    return () => over.abort()
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
