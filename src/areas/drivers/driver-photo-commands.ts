import * as z from 'zod/mini'
import { driver, driverEndpoints, driverKind } from '#contract/drivers.ts'
import { type FileRef, fileIdOf, fileRef } from '#contract/file-refs.ts'
import { fullName } from '#contract/users.ts'
import { type Command, command, type Field, patched, recordKey } from '#src/offline/command.ts'
import { keptFileIdOf, keptFileUrl } from '#src/offline/outbox/kept-file-url.ts'

const photoInput = z.object({
  /** The driver as the person saw him. */
  was: driver,
  /** Null takes the photo away. */
  to: z.nullable(fileRef),
  /** The address under which a former photo was shown; of a new one the device has the bytes. */
  shown: z.nullable(z.string()),
})
type PhotoInput = z.output<typeof photoInput>

/** A new photo, whose bytes are given with the change as the file of this id. */
export const newPhoto = (was: PhotoInput['was'], id: string): PhotoInput => ({
  was,
  to: { upload: id },
  shown: keptFileUrl(id),
})
export const noPhoto = (was: PhotoInput['was']): PhotoInput => ({ was, to: null, shown: null })

/** What a shown address names: a file of the server, or one that this device uploads before. */
function refOf(photo: string | null): FileRef | null {
  const [file, upload] = [fileIdOf(photo), keptFileIdOf(photo)]
  if (file !== null) return { file }
  return upload === null ? null : { upload }
}

function withPhoto(was: PhotoInput['was'], photo: string | null): PhotoInput['was'] {
  return { ...was, user: { ...was.user, photo } }
}

const photoField = (input: PhotoInput): Field<PhotoInput> => ({
  names: ['photo'],
  title: 'Photo',
  as: { is: 'unchangeable' },
  was: input.was.user.photo,
  yours: input.shown,
  words: (photo) => (photo === null ? 'No photo' : photo === input.shown ? 'The new photo' : 'Another photo'),
  with: () => input,
  without: () => null,
})

/** Gives a driver another photo, or none. */
export const changeDriverPhoto: Command<PhotoInput> = command({
  name: 'drivers.changePhoto',
  version: 1,
  endpoint: driverEndpoints.update,
  input: photoInput,
  request: ({ was, to }) => ({ params: { id: was.id }, body: { photo: to } }),
  touches: ({ was }) => [recordKey(driverKind, driverKind.keyOf(was))],
  inverse: ({ was, shown }) => {
    const former = was.user.photo
    const to = refOf(former)
    // A photo of another address can't be named in a change: none would be put in its place.
    if (former !== null && to === null) return []
    const input = { was: withPhoto(was, shown), to, shown: former }
    return [{ command: changeDriverPhoto, input, seenVersion: was.version }]
  },
  fields: (input) => [photoField(input)],
  onto: (input, current) => ({ ...input, was: driver.safeParse(current).data ?? input.was }),
  shows: ({ was, shown }) => [
    patched(driverKind, driverKind.keyOf(was), (row) =>
      'user' in row && typeof row.user === 'object' ? { ...row, user: { ...row.user, photo: shown } } : row,
    ),
  ],
  describe: ({ was, to }) => ({
    record: fullName(was.user),
    change: to === null ? 'Photo taken away' : 'upload' in to ? 'New photo' : 'Former photo put back',
  }),
  versions: (reply, { was }) => {
    const now = driver.safeParse(reply)
    return now.success ? [{ key: recordKey(driverKind, driverKind.keyOf(was)), version: now.data.version }] : []
  },
  refreshes: [['drivers'], ['schedule']],
})
