import type { Attachment } from '#contract/maintenance/inspections.ts'
import type { Step } from '#src/format/step.ts'
import { useStoredFile } from '#src/offline/outbox/show/use-stored-file.ts'
import { toastFailure } from '#src/ui/notice/toast.ts'
import { PhotoLightbox } from '#src/ui/photo/photo-lightbox.tsx'
import { WholePhoto } from '#src/ui/photo/whole-photo.tsx'
import { attachmentKey, smallVersion } from './attachment-facts.ts'
import { saveAttachment } from './save-attachment.ts'

interface AttachmentLightboxProps {
  readonly photos: readonly Attachment[]
  readonly shown: Attachment
  /** Moves from one photo to another. The step works on attachment keys. */
  readonly onShow: (step: Step<string>) => void
  readonly onClose: () => void
}

/** The photos of an inspection, full screen. */
export function AttachmentLightbox({ photos, shown, onShow, onClose }: AttachmentLightboxProps) {
  const keys = photos.map(attachmentKey)
  const at = keys.indexOf(attachmentKey(shown))
  const withPhoto = (index: number, act: (photo: Attachment) => void) => {
    const photo = photos[index]
    if (photo) act(photo)
  }
  return (
    <PhotoLightbox
      names={photos.map(({ name }) => name)}
      at={at}
      onMove={(step) => onShow((key) => keys[step(keys.indexOf(key))] ?? key)}
      onDownload={(index) => withPhoto(index, (photo) => void saveAttachment(photo).catch(toastFailure))}
      onClose={onClose}
    >
      <ShownPhoto key={attachmentKey(shown)} photo={shown} />
    </PhotoLightbox>
  )
}

function ShownPhoto({ photo }: { readonly photo: Attachment }) {
  const address = useStoredFile(photo.file)
  return <WholePhoto thumbnail={smallVersion(photo)} address={address} alt={photo.name} />
}
