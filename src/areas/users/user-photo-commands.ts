import * as z from 'zod/mini'
import { type Driver, driverKind } from '#contract/drivers.ts'
import { fullName } from '#contract/people.ts'
import { type User, user, userEndpoints, userKind } from '#contract/users.ts'
import { formerPhotoPart, NO_PHOTO, newPhotoPart, photoField, photoPart, photoWords } from '#src/form/photo-change.ts'
import { type Command, command, type Effect, patched, recordKey } from '#src/offline/command.ts'
import { NO_ID_YET, seenUser, seenVersionOf } from './user-change.ts'
import { refOf, versionOfReply } from './user-commands.ts'
import { USER_REFRESHES } from './user-queries.ts'

/** `was`: the user as the person saw it. */
const photoInput = z.object({ was: seenUser, ...photoPart })
type PhotoInput = z.output<typeof photoInput>

/** A new photo, whose bytes are given with the change as the file of this id. */
export const newPhoto = (was: User, id: string): PhotoInput => ({ was, ...newPhotoPart(id) })
export const noPhoto = (was: User): PhotoInput => ({ was, ...NO_PHOTO })

/** The user's own rows, and the driver that the user is. */
function effectsOf({ was, shown }: PhotoInput): readonly Effect[] {
  const own = patched(userKind, userKind.keyOf(was), (row) => ('role' in row ? { ...row, photo: shown } : row), was)
  if (was.driver === null || was.driver.id === NO_ID_YET) return [own]
  return [own, patched(driverKind, `${was.driver.id}`, (row) => ('user' in row ? withPhoto(row, shown) : row))]
}

// The kind's rows are known by their keys alone; those that carry a person are drivers.
function withPhoto<Row extends object>(row: Row, photo: string | null): Row {
  return { ...row, user: { ...(row as unknown as Driver).user, photo } }
}

/** Gives a user another photo, or none. */
export const changeUserPhoto: Command<PhotoInput> = command({
  name: 'users.changePhoto',
  version: 1,
  endpoint: userEndpoints.update,
  input: photoInput,
  request: ({ was, to }) => ({ params: { id: refOf(was) }, body: { photo: to } }),
  touches: ({ was }) => [recordKey(userKind, userKind.keyOf(was))],
  inverse: ({ was, shown }) => {
    const back = formerPhotoPart(was.photo)
    if (back === null) return []
    const input = { was: { ...was, photo: shown }, ...back }
    return [{ command: changeUserPhoto, input, seenVersion: seenVersionOf(was) }]
  },
  fields: (input) => [photoField(input, input.was.photo)],
  onto: (input, current) => ({ ...input, was: user.safeParse(current).data ?? input.was }),
  changesAccount: () => false,
  shows: effectsOf,
  describe: (input) => ({ record: fullName(input.was), change: photoWords(input) }),
  versions: (reply, { was }) => versionOfReply(reply, was),
  refreshes: USER_REFRESHES,
})
