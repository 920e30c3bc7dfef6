import * as z from 'zod/mini'
import { type FileRef, fileIdOf, fileRef } from '#contract/files/files.ts'
import type { Field } from '#src/offline/command.ts'
import { storedFileIdOf, storedFileUrl } from '#src/offline/outbox/save/stored-file-url.ts'

/** The fields of a command's input that change a photo, for any record. */
export const photoPart = {
  /** Null removes the photo. */
  to: z.nullable(fileRef),
  /** The URL of the photo to show. For a new photo it names the bytes on the device. */
  shown: z.nullable(z.string()),
}
export interface PhotoPart {
  readonly to: FileRef | null
  readonly shown: string | null
}

/** A new photo. Its bytes are passed with the change as the file with this id. */
export const newPhotoPart = (id: string): PhotoPart => ({ to: { upload: id }, shown: storedFileUrl(id) })
export const NO_PHOTO: PhotoPart = { to: null, shown: null }

/** Restores a former photo; null if its URL has another form, which a change can't reference. */
export function formerPhotoPart(former: string | null): PhotoPart | null {
  if (former === null) return NO_PHOTO
  const [file, upload] = [fileIdOf(former), storedFileIdOf(former)]
  if (file !== null) return { to: { file }, shown: former }
  return upload === null ? null : { to: { upload }, shown: former }
}

/** The only field of a photo change. `was` is the URL of the former photo. */
export const photoField = <Input extends PhotoPart>(input: Input, was: string | null): Field<Input> => ({
  names: ['photo'],
  title: 'Photo',
  as: { is: 'unchangeable' },
  was,
  yours: input.shown,
  words: (photo) => (photo === null ? 'No photo' : photo === input.shown ? 'The new photo' : 'Another photo'),
  with: () => input,
  without: () => null,
})

/** Describes the change. */
export function photoWords({ to }: PhotoPart): string {
  if (to === null) return 'Photo taken away'
  return 'upload' in to ? 'New photo' : 'Former photo put back'
}

/** A row with another photo of its user; rows without a user stay unchanged. */
export const withUserPhoto = <Row extends object>(row: Row, photo: string | null): Row =>
  'user' in row && typeof row.user === 'object' ? { ...row, user: { ...row.user, photo } } : row

/** The file of a new photo, to be passed with its change. `id` is the upload's id. */
export const photoFile = (photo: File, id: string) => [{ id, field: 'photo', file: photo, name: photo.name }]
