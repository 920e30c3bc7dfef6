import { Button } from '@mantine/core'
import { IconFile } from '@tabler/icons-react'
import { sizeWords } from '#src/format/numbers.ts'
import type { OutboxEntry, StoredFile } from '#src/offline/outbox/entry/entry.ts'
import { outboxIfOpen } from '#src/offline/outbox/outbox.ts'
import { storedFileUrl } from '#src/offline/outbox/save/stored-file-url.ts'
import { useUploadProgress } from '#src/offline/outbox/send/upload-progress.ts'
import { useStoredFile } from '#src/offline/outbox/show/use-stored-file.ts'
import { toastFailure } from '#src/ui/notice/toast.ts'
import { saveFile } from '#src/ui/save-file.ts'
import classes from './entry-files.module.css'

/** The files of a change, each with a preview, a download button and its upload progress. */
export function EntryFiles({ entry }: { readonly entry: OutboxEntry }) {
  if (entry.files.length === 0) return null
  return (
    <ul className={classes.files} aria-label="Files">
      {entry.files.map((file) => (
        <EntryFile key={file.id} file={file} isHere={entry.state !== 'done'} />
      ))}
    </ul>
  )
}

interface EntryFileProps {
  readonly file: StoredFile
  /** Whether the device has the bytes. Finished changes only keep the names of their files. */
  readonly isHere: boolean
}

function EntryFile({ file, isHere }: EntryFileProps) {
  const { id, name, size } = file
  const progress = useUploadProgress(id)
  const isSent = progress !== null && progress.sent >= progress.total
  return (
    <li className={classes.file}>
      {isHere ? <Preview file={file} /> : null}
      <span className={classes.told}>
        <span className={classes.name}>{name}</span>{' '}
        <span className={classes.size}>
          {sizeWords(size)}
          {isSent ? ', sent' : null}
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
          data-act="save"
          aria-label={`Save ${name} to this device’s files`}
          onClick={() => void saveFileOf(file).catch(toastFailure)}
        >
          Save
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
