import { megabytes } from '#contract/files/attachments.ts'
import { thumbnailOf } from '#contract/files/files.ts'
import type { Attachment } from '#contract/maintenance/inspections.ts'
import { storedFileIdOf } from '#src/offline/outbox/save/stored-file-url.ts'

export const isPhoto = ({ type }: Pick<Attachment, 'type'>): boolean => type.startsWith('image/')

/** The React key of an attachment. It stays the same when a waiting file arrives at the server. */
export const attachmentKey = ({ id, client_id }: Pick<Attachment, 'id' | 'client_id'>): string => client_id ?? `${id}`

/** The upload id of a file that waits on this device; null for a file that the server has. */
export const waitingUpload = ({ file }: Pick<Attachment, 'file'>): string | null => storedFileIdOf(file)

/** The URL of a photo's small version. Null for a photo that only this device has, and for other files. */
export const smallVersion = (attachment: Attachment): string | null =>
  isPhoto(attachment) && waitingUpload(attachment) === null ? thumbnailOf(attachment.file) : null

/** "tire.jpg, 0.58 MB". */
export const attachmentWords = ({ name, file_size }: Pick<Attachment, 'name' | 'file_size'>): string =>
  `${name}, ${megabytes(file_size)}`
