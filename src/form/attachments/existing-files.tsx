import { Button } from '@mantine/core'
import { megabytes } from '#contract/files/attachments.ts'
import { useShownFile, useStoredFile } from '#src/offline/outbox/show/use-stored-file.ts'
import { FileLine } from './file-line.tsx'

/** A file that the record already has. */
export interface ExistingAttachment {
  readonly id: number
  readonly name: string
  /** In bytes. */
  readonly file_size: number
  readonly type: string
  /** The URL that opens it. For a file that waits on this device: its name in rows. */
  readonly url: string
  /** Null for files that are not pictures. */
  readonly thumbnailUrl: string | null
}

interface ExistingFilesProps {
  readonly files: readonly ExistingAttachment[]
  /** The ids of the files that will be removed when the form is saved. */
  readonly removed: readonly number[]
  readonly onChange: (removed: readonly number[]) => void
}

/** The record's files. Each can be marked for removal and unmarked. */
export function ExistingFiles({ files, removed, onChange }: ExistingFilesProps) {
  return files.map((file) => {
    const isLeaving = removed.includes(file.id)
    const turn = () => onChange(isLeaving ? removed.filter((id) => id !== file.id) : [...removed, file.id])
    return <ExistingFile key={file.id} file={file} isLeaving={isLeaving} onTurn={turn} />
  })
}

interface ExistingFileProps {
  readonly file: ExistingAttachment
  readonly isLeaving: boolean
  readonly onTurn: () => void
}

function ExistingFile({ file: { name, file_size, type, url, thumbnailUrl }, isLeaving, onTurn }: ExistingFileProps) {
  const [shown, thumbnail] = [useShownFile(url), useStoredFile(thumbnailUrl)]
  // The link promises the file itself, with its size.
  const href = shown.isSmall ? null : shown.url
  return (
    <FileLine
      name={name}
      type={type}
      thumbnail={thumbnail}
      href={href}
      state={isLeaving ? 'leaving' : 'ready'}
      facts={
        <>
          {megabytes(file_size)}
          {isLeaving ? ' · Goes when this is saved' : ''}
        </>
      }
    >
      <Button variant="subtle" color="gray" aria-label={`${isLeaving ? 'Keep' : 'Remove'} ${name}`} onClick={onTurn}>
        {isLeaving ? 'Keep' : 'Remove'}
      </Button>
    </FileLine>
  )
}
