import { storedFileIdOf } from '#src/offline/outbox/save/stored-file-url.ts'
import { useUploadProgress } from '#src/offline/outbox/show/use-upload-progress.ts'
import classes from './photo.module.css'

/** The upload progress of a photo while a tab sends it. */
export function PhotoProgress({ photo }: { readonly photo: string | null }) {
  const progress = useUploadProgress(storedFileIdOf(photo) ?? '')
  if (progress === null) return null
  return (
    <progress
      className={classes.progress}
      aria-label="Photo on its way to the server"
      value={progress.sent}
      max={progress.total}
    />
  )
}
