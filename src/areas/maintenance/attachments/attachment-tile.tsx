import { ActionIcon } from '@mantine/core'
import { IconDownload, IconFileText, IconFileTypePdf, IconPhotoOff } from '@tabler/icons-react'
import { useState } from 'react'
import { megabytes } from '#contract/files/attachments.ts'
import type { Attachment } from '#contract/maintenance/inspections.ts'
import { useStoredFile } from '#src/offline/outbox/show/use-stored-file.ts'
import { useUploadProgress } from '#src/offline/outbox/show/use-upload-progress.ts'
import { toastFailure } from '#src/ui/notice/toast.ts'
import { WaitingMark } from '#src/ui/notice/waiting-mark.tsx'
import { attachmentWords, isPhoto, smallVersion, waitingUpload } from './attachment-facts.ts'
import classes from './attachments.module.css'
import type { Caption } from './defect-files.ts'
import { saveAttachment } from './save-attachment.ts'

interface AttachmentTileProps {
  readonly attachment: Attachment
  readonly caption: Caption
  readonly size: 'normal' | 'small'
  readonly onOpen: () => void
}

/**
 * One file: preview, caption, size and upload progress. The box has its final size before the picture loads. A small
 * tile is only the preview.
 */
export function AttachmentTile({ attachment, caption, size, onOpen }: AttachmentTileProps) {
  const { name, file_size } = attachment
  const upload = waitingUpload(attachment)
  const progress = useUploadProgress(upload ?? '')
  const mark = progress === null ? 'waiting' : 'sending'
  const opener = (
    <button
      type="button"
      className={classes.open}
      aria-label={`Open ${attachmentWords({ name: caption.short, file_size })}`}
      onClick={onOpen}
    >
      {isPhoto(attachment) ? <Thumbnail attachment={attachment} /> : <FileIcon type={attachment.type} />}
    </button>
  )
  if (size === 'small') return <li className={classes.tile}>{opener}</li>
  return (
    <li className={classes.tile}>
      {opener}
      <div className={classes.told}>
        <span className={classes.words}>
          <span className={classes.name} title={name}>
            {caption.short}
          </span>
          <span className={classes.size}>{megabytes(file_size)}</span>
          {upload === null ? null : (
            <span className={classes.waiting}>
              <WaitingMark mark={mark} isSilent /> waiting
            </span>
          )}
        </span>
        <ActionIcon
          variant="subtle"
          size={32}
          aria-label={`Download ${caption.short}`}
          onClick={() => void saveAttachment(attachment).catch(toastFailure)}
        >
          <IconDownload size={16} aria-hidden />
        </ActionIcon>
      </div>
      {progress === null ? null : (
        <progress
          className={classes.progress}
          aria-label={`${caption.short} on its way to the server`}
          value={progress.sent}
          max={progress.total}
        />
      )}
    </li>
  )
}

function Thumbnail({ attachment }: Pick<AttachmentTileProps, 'attachment'>) {
  const storedUrl = useStoredFile(attachment.file)
  const source = smallVersion(attachment) ?? storedUrl
  const [failed, setFailed] = useState<string | null>(null)
  if (source === null || source === failed) return <IconPhotoOff size={28} stroke={1.5} aria-hidden />
  return (
    <img
      className={classes.thumbnail}
      src={source}
      alt=""
      // A file on this device shows immediately.
      loading={storedUrl === source ? 'eager' : 'lazy'}
      decoding="async"
      onError={() => setFailed(source)}
    />
  )
}

function FileIcon({ type }: Pick<Attachment, 'type'>) {
  const Icon = type === 'application/pdf' ? IconFileTypePdf : IconFileText
  return <Icon size={32} stroke={1.5} aria-hidden />
}
