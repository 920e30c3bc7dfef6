import type { Attachment } from '#contract/maintenance/inspections.ts'
import type { Step } from '#src/format/step.ts'
import { useShownFile } from '#src/offline/outbox/show/use-stored-file.ts'
import { toastFailure } from '#src/ui/notice/toast.ts'
import { PhotoLightbox } from '#src/ui/photo/photo-lightbox.tsx'
import { WholePhoto } from '#src/ui/photo/whole-photo.tsx'
import { attachmentKey, smallVersion } from './attachment-facts.ts'
import { type Caption, captionOf } from './defect-files.ts'
import { saveAttachment } from './save-attachment.ts'

interface AttachmentLightboxProps {
  readonly photos: readonly Attachment[]
  /** By attachment key. */
  readonly captions: ReadonlyMap<string, Caption>
  readonly shown: Attachment
  /** Moves from one photo to another. The step works on attachment keys. */
  readonly onShow: (step: Step<string>) => void
  readonly onClose: () => void
}

/** The photos of an inspection, full screen. */
export function AttachmentLightbox({ photos, captions, shown, onShow, onClose }: AttachmentLightboxProps) {
  const keys = photos.map(attachmentKey)
  const at = keys.indexOf(attachmentKey(shown))
  const withPhoto = (index: number, act: (photo: Attachment) => void) => {
    const photo = photos[index]
    if (photo) act(photo)
  }
  return (
    <PhotoLightbox
      names={photos.map((photo) => captionOf(captions, photo).long)}
      at={at}
      onMove={(step) => onShow((key) => keys[step(keys.indexOf(key))] ?? key)}
      onDownload={(index) => withPhoto(index, (photo) => void saveAttachment(photo).catch(toastFailure))}
      onClose={onClose}
    >
      <ShownPhoto key={attachmentKey(shown)} photo={shown} alt={captionOf(captions, shown).long} />
    </PhotoLightbox>
  )
}

function ShownPhoto({ photo, alt }: { readonly photo: Attachment; readonly alt: string }) {
  const { url, isSmall } = useShownFile(photo.file)
  return <WholePhoto thumbnail={smallVersion(photo)} address={url} isSmall={isSmall} alt={alt} />
}
