import { useEffect, useState } from 'react'
import type { Attachment } from '#contract/maintenance/inspections.ts'
import { attachmentWords, smallVersion } from '#src/areas/maintenance/attachments/attachment-facts.ts'
import { useShownFile } from '#src/offline/outbox/show/use-stored-file.ts'
import classes from './inspection-sheet.module.css'

interface SheetPhotoProps {
  readonly photo: Attachment
  /** It has come, or can't be had. */
  readonly onSettled: () => void
}

/** A photo on paper: as it is, else the small version that the device keeps, else what it is called. */
export function SheetPhoto({ photo, onSettled }: SheetPhotoProps) {
  const { url: whole, isGone } = useShownFile(photo.file)
  const [failed, setFailed] = useState(0)
  // There is nothing that could load, or fail to.
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
        <img src={source} alt={photo.name} decoding="sync" onLoad={onSettled} onError={fail} />
      )}
      <p>
        {attachmentWords(photo)}
        {source !== undefined && source !== whole ? ' · small version: the photo itself is not on this device' : ''}
      </p>
    </li>
  )
}
