import * as z from 'zod/mini'
import { driverChanges } from '#contract/driver-changes.ts'
import { driver, driverKind } from '#contract/drivers.ts'
import { fullName } from '#contract/people.ts'
import { formerPhotoPart, NO_PHOTO, newPhotoPart, photoField, photoPart, photoWords } from '#src/form/photo-change.ts'
import { type Command, command, patched } from '#src/offline/command.ts'
import { DRIVER_REFRESHES, driverKey, seenDriver, versionOfReply } from './seen-driver.ts'

/** `was`: the driver as the person saw him. */
const photoInput = z.object({ was: seenDriver, ...photoPart })
type PhotoInput = z.output<typeof photoInput>

/** A new photo, whose bytes are given with the change as the file of this id. */
export const newPhoto = (was: PhotoInput['was'], id: string): PhotoInput => ({ was, ...newPhotoPart(id) })
export const noPhoto = (was: PhotoInput['was']): PhotoInput => ({ was, ...NO_PHOTO })

function withPhoto(was: PhotoInput['was'], photo: string | null): PhotoInput['was'] {
  return { ...was, user: { ...was.user, photo } }
}

/** Gives a driver another photo, or none. */
export const changeDriverPhoto: Command<PhotoInput> = command({
  name: 'drivers.changePhoto',
  version: 1,
  endpoint: driverChanges.update,
  input: photoInput,
  request: ({ was, to }) => ({ params: { id: was.id }, body: { photo: to } }),
  touches: ({ was }) => [driverKey(was)],
  inverse: ({ was, shown }) => {
    const back = formerPhotoPart(was.user.photo)
    if (back === null) return []
    return [{ command: changeDriverPhoto, input: { was: withPhoto(was, shown), ...back }, seenVersion: was.version }]
  },
  fields: (input) => [photoField(input, input.was.user.photo)],
  onto: (input, current) => ({ ...input, was: driver.safeParse(current).data ?? input.was }),
  shows: ({ was, shown }) => [
    patched(driverKind, driverKind.keyOf(was), (row) =>
      'user' in row && typeof row.user === 'object' ? { ...row, user: { ...row.user, photo: shown } } : row,
    ),
  ],
  describe: (input) => ({ record: fullName(input.was.user), change: photoWords(input) }),
  versions: versionOfReply,
  refreshes: DRIVER_REFRESHES,
})
