import type { NewAttachment } from '#src/form/attachments/new-attachment.ts'

type Photos = readonly NewAttachment[]

/** The photos of a form in which none is chosen: forms with drafts recognize it by identity. */
export const NO_PHOTOS: Photos = []

export const chosenPhotos = (photos: Photos): Photos => (photos.length > 0 ? photos : NO_PHOTOS)
