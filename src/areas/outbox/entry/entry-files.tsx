import { Button } from '@mantine/core'
import { IconFile } from '@tabler/icons-react'
import { sizeWords } from '#src/format/numbers.ts'
import type { OutboxEntry, StoredFile } from '#src/offline/outbox/entry/entry.ts'
import { outboxIfOpen } from '#src/offline/outbox/outbox.ts'
import { storedFileUrl } from '#src/offline/outbox/save/stored-file-url.ts'
import { useStoredFile } from '#src/offline/outbox/show/use-stored-file.ts'
import { useUploadProgress } from '#src/offline/outbox/show/use-upload-progress.ts'
import { toastFailure } from '#src/ui/notice/toast.ts'
import { saveFile } from '#src/ui/save-file.ts'
import classes from './entry-files.module.css'
import { resumeWords } from './resume-words.ts'

/** The files of a change, each with a preview, a download button and how much of it the server has. */
export function EntryFiles({ entry }: { readonly entry: OutboxEntry }) {
  const { files, state } = entry
  if (files.length === 0) return null
  const resumes = state === 'waiting' ? resumeWords(files) : ''
  return (
    <>
      {resumes === '' ? null : <p>{resumes}</p>}
      <ul className={classes.files} aria-label="Files">
        {files.map((file) => (
          <EntryFile key={file.id} file={file} isHere={state !== 'done'} isSending={state === 'sending'} />
        ))}
      </ul>
    </>
  )
}

interface EntryFileProps {
  readonly file: StoredFile
  /** Whether the device has the bytes. Finished changes only keep the names of their files. */
  readonly isHere: boolean
  readonly isSending: boolean
}

function EntryFile({ file, isHere, isSending }: EntryFileProps) {
  const { id, name, size, sent = 0 } = file
  // The progress of a tab that has died stays; its change does not stay in the state `sending`.
  const current = useUploadProgress(id)
  const progress = isSending ? current : null
  const bytesSent = progress?.sent ?? sent
  const isSent = isHere && bytesSent >= size
  return (
    <li className={classes.file}>
      {isHere ? <Preview file={file} /> : null}
      <span className={classes.told}>
        <span className={classes.name}>{name}</span>{' '}
        <span className={classes.size}>
          {sizeWords(size)}
          {isSent ? ', sent' : null}
          {progress === null && isHere && bytesSent > 0 && !isSent ? `, ${sizeWords(bytesSent)} sent` : null}
        </span>
        {progress !== null && !isSent ? (
          <span className={classes.upload}>
            <progress aria-label={`Upload of ${name}`} value={progress.sent} max={progress.total} />
            <span className={classes.size}>
              {sizeWords(progress.sent)} of {sizeWords(progress.total)}
            </span>
          </span>
        ) : null}
      </span>
      {isHere ? (
        <Button
          size="compact-md"
          variant="default"
          data-act="download"
          aria-label={`Download ${name}`}
          onClick={() => void saveFileOf(file).catch(toastFailure)}
        >
          Download
        </Button>
      ) : null}
    </li>
  )
}

/** A preview: the picture, or an icon for other files. Its box is reserved before the picture loads. */
function Preview({ file: { id, type } }: Pick<EntryFileProps, 'file'>) {
  const shown = useStoredFile(type.startsWith('image/') ? storedFileUrl(id) : null)
  return (
    <span className={classes.sight}>
      {shown === null ? <IconFile size={22} stroke={1.5} aria-hidden /> : <img src={shown} alt="" decoding="async" />}
    </span>
  )
}

/** Saves a waiting file to the user's downloads. Throws an error with a message for the user when the file is lost. */
async function saveFileOf({ id, name }: StoredFile): Promise<void> {
  const bytes = await outboxIfOpen()?.file(id)
  if (bytes === undefined) throw new Error(`“${name}” is gone from this device.`)
  saveFile(name, bytes)
}
