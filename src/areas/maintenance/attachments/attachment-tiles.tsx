import { useState } from 'react'
import type { Attachment } from '#contract/maintenance/inspections.ts'
import { lazyPart } from '#src/ui/page/lazy-part.tsx'
import { attachmentKey, isPhoto } from './attachment-facts.ts'
import { AttachmentTile } from './attachment-tile.tsx'
import classes from './attachments.module.css'
import { type Caption, captionOf } from './defect-files.ts'

const AttachmentLightbox = lazyPart(() =>
  import('./attachment-lightbox.tsx').then((module) => module.AttachmentLightbox),
)
const AttachmentDocument = lazyPart(() =>
  import('./attachment-document.tsx').then((module) => module.AttachmentDocument),
)

const NO_CAPTIONS: ReadonlyMap<string, Caption> = new Map()

interface AttachmentTilesProps {
  readonly files: readonly Attachment[]
  /** The files that are browsed together, in their order. Default: `files`. */
  readonly browsed?: readonly Attachment[]
  /** By attachment key. A file without a caption has its name. */
  readonly captions?: ReadonlyMap<string, Caption>
  /** small: only the pictures, for the side of a line. */
  readonly size?: 'normal' | 'small'
  readonly label?: string
}

/** Files as tiles. A photo opens full screen, a document in a dialog. */
export function AttachmentTiles(props: AttachmentTilesProps) {
  const { files, browsed = files, captions = NO_CAPTIONS, size = 'normal', label } = props
  // By key, not by index: files can be added or removed while one is open.
  const [openedKey, setOpenedKey] = useState<string | null>(null)
  const opened = browsed.find((one) => attachmentKey(one) === openedKey)
  const close = () => setOpenedKey(null)
  return (
    <>
      <ul className={size === 'small' ? classes.smallTiles : classes.tiles} aria-label={label}>
        {files.map((attachment) => (
          <AttachmentTile
            key={attachmentKey(attachment)}
            attachment={attachment}
            caption={captionOf(captions, attachment)}
            size={size}
            onOpen={() => setOpenedKey(attachmentKey(attachment))}
          />
        ))}
      </ul>
      {opened && isPhoto(opened) ? (
        <AttachmentLightbox
          photos={browsed.filter(isPhoto)}
          captions={captions}
          shown={opened}
          onShow={(step) => setOpenedKey((key) => key && step(key))}
          onClose={close}
        />
      ) : null}
      {opened && !isPhoto(opened) ? <AttachmentDocument attachment={opened} onClose={close} /> : null}
    </>
  )
}
