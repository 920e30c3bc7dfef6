import { sizeWords } from '#src/format/numbers.ts'
import type { OutboxEntry } from '#src/offline/outbox/entry.ts'
import { useUploadProgress } from '#src/offline/outbox/upload-progress.ts'
import classes from './outbox.module.css'

/** The files that go with a change, and how far they are on their way. */
export function EntryFiles({ entry }: { readonly entry: OutboxEntry }) {
  const progress = useUploadProgress(entry.id)
  if (entry.files.length === 0) return null
  return (
    <>
      <ul className={classes.lines}>
        {entry.files.map(({ id, name, size }) => (
          <li key={id}>
            <span className={classes.field}>File:</span> {name} <span className={classes.who}>{sizeWords(size)}</span>
          </li>
        ))}
      </ul>
      {progress && (
        <p className={classes.upload}>
          <progress aria-label="Upload" value={progress.sent} max={progress.total} />{' '}
          <span className={classes.who}>
            {sizeWords(progress.sent)} of {sizeWords(progress.total)}
          </span>
        </p>
      )}
    </>
  )
}
