import type { Role } from '#contract/access.ts'
import type { User } from '#contract/users.ts'
import { photoFile } from '#src/form/photo-file.ts'
import { submitAllWithUndo } from '#src/form/submit-with-undo.ts'
import { draftOf } from '#src/offline/command.ts'
import { newUuid } from '#src/offline/outbox/uuid-v7.ts'
import { seenVersionOf, type UserPatch } from './user-change.ts'

/** The status with which somebody begins another role. */
export const FIRST_STATUS = { driver: 'detention__layover', dispatcher: 'on_vacation' } as const

/** What another role means for a user: with it, in the same change, the status that it begins with. */
export function roleChange(role: Role): UserPatch {
  if (role === 'driver') return { role, 'driver.status': FIRST_STATUS.driver }
  if (role === 'dispatcher') return { role, 'dispatcher.status': FIRST_STATUS.dispatcher }
  return { role }
}

/** Gives a user another role, and offers to take that back. */
export function changeRole(user: User, role: Role): Promise<void> {
  const input = { was: user, to: roleChange(role) }
  return submitAllWithUndo(
    import('./user-commands.ts').then(({ changeUser }) => [draftOf(changeUser, input, seenVersionOf(user))]),
  )
}

const photoCommands = () => import('./user-photo-commands.ts')

/** Keeps a photo that is ready to be sent, and offers to take it back. */
export function keepPhoto(user: User, photo: Promise<File>): Promise<void> {
  const id = newUuid()
  return submitAllWithUndo(
    Promise.all([photoCommands(), photo]).then(([{ changeUserPhoto, newPhoto }, file]) => [
      { ...draftOf(changeUserPhoto, newPhoto(user, id), seenVersionOf(user)), files: photoFile(file, id) },
    ]),
  )
}

export function takePhotoAway(user: User): Promise<void> {
  return submitAllWithUndo(
    photoCommands().then(({ changeUserPhoto, noPhoto }) => [
      draftOf(changeUserPhoto, noPhoto(user), seenVersionOf(user)),
    ]),
  )
}

/** Switches one's own morning digest, and offers to take that back. */
export function wantDigest(user: User, to: boolean): Promise<void> {
  return submitAllWithUndo(
    import('./digest-commands.ts').then(({ switchDigest }) => [
      draftOf(switchDigest, { was: user, to }, seenVersionOf(user)),
    ]),
  )
}
