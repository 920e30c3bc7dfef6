import * as z from 'zod/mini'
import { type FileRef, fileIdOf, fileRef } from '#contract/files/files.ts'
import type { Field } from '#src/offline/command.ts'
import { storedFileIdOf, storedFileUrl } from '#src/offline/outbox/save/stored-file-url.ts'

/** What a change of a photo says, whoever's it is: fields of a command's input. */
export const photoPart = {
  /** Null takes the photo away. */
  to: z.nullable(fileRef),
  /** The address under which a former photo was shown; of a new one the device has the bytes. */
  shown: z.nullable(z.string()),
}
export interface PhotoPart {
  readonly to: FileRef | null
  readonly shown: string | null
}

/** A new photo, whose bytes are given with the change as the file of this id. */
export const newPhotoPart = (id: string): PhotoPart => ({ to: { upload: id }, shown: storedFileUrl(id) })
export const NO_PHOTO: PhotoPart = { to: null, shown: null }

/** What puts a former photo back; null for one of another address, which can't be named in a change. */
export function formerPhotoPart(former: string | null): PhotoPart | null {
  if (former === null) return NO_PHOTO
  const [file, upload] = [fileIdOf(former), storedFileIdOf(former)]
  if (file !== null) return { to: { file }, shown: former }
  return upload === null ? null : { to: { upload }, shown: former }
}

/** The one field of a change of a photo. `was`: the address of the photo before. */
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

/** What was done, in plain words. */
export function photoWords({ to }: PhotoPart): string {
  if (to === null) return 'Photo taken away'
  return 'upload' in to ? 'New photo' : 'Former photo put back'
}

/** Any row that has a user within it, with another photo of the user. */
export const withUserPhoto = <Row extends object>(row: Row, photo: string | null): Row =>
  'user' in row && typeof row.user === 'object' ? { ...row, user: { ...row.user, photo } } : row

/** The bytes of a new photo, as they are given with its change. `id`: of the upload. */
export const photoFile = (photo: File, id: string) => [{ id, field: 'photo', file: photo, name: photo.name }]
