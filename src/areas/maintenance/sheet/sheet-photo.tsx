import { useEffect, useState } from 'react'
import type { Attachment } from '#contract/maintenance/inspections.ts'
import { attachmentWords, smallVersion } from '#src/areas/maintenance/attachments/attachment-facts.ts'
import { useShownFile } from '#src/offline/outbox/show/use-stored-file.ts'
import classes from './inspection-sheet.module.css'

interface SheetPhotoProps {
  readonly photo: Attachment
  readonly caption: string
  /** Called when the photo has loaded or can't be loaded. */
  readonly onSettled: () => void
}

/** A photo on paper: the photo itself, else the small version stored on the device, else a text in its place. */
export function SheetPhoto({ photo, caption, onSettled }: SheetPhotoProps) {
  const { url: whole, isGone, isSmall = false } = useShownFile(photo.file)
  const [failed, setFailed] = useState(0)
  // No image element is rendered, so neither `onLoad` nor `onError` can fire.
  const isMissing = isGone && smallVersion(photo) === null
  useEffect(() => {
    if (isMissing) onSettled()
  })
  const source = [whole, smallVersion(photo)].filter((one) => one !== null)[failed]
  const fail = () => {
    setFailed(failed + 1)
    if (failed > 0 || smallVersion(photo) === null) onSettled()
  }
  return (
    <li className={classes.photo}>
      {source === undefined ? (
        <p className={classes.missing}>{isMissing || failed > 0 ? 'This photo is not on this device.' : ''}</p>
      ) : (
        <img src={source} alt={caption} decoding="sync" onLoad={onSettled} onError={fail} />
      )}
      <p>
        {attachmentWords({ ...photo, name: caption })}
        {source !== undefined && (isSmall || source !== whole)
          ? ' · small version: the photo itself is not on this device'
          : ''}
      </p>
    </li>
  )
}
