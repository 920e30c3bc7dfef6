import type { User } from '#contract/people/users.ts'
import type { Role } from '#contract/wire/access.ts'
import { submitAllWithUndo } from '#src/form/frame/submit-with-undo.ts'
import { draftOf } from '#src/offline/command.ts'
import { seenVersionIn } from '#src/record/identity.ts'
import { keepPhoto } from '#src/record/photo-acts.ts'
import type { UserPatch } from './user-record.ts'

/** The status with which a user begins a role. */
export const FIRST_STATUS = { driver: 'detention__layover', dispatcher: 'on_vacation' } as const

/** The change that gives a user a role, with the status that the role begins with. */
export function roleChange(role: Role): UserPatch {
  if (role === 'driver') return { role, 'driver.status': FIRST_STATUS.driver }
  if (role === 'dispatcher') return { role, 'dispatcher.status': FIRST_STATUS.dispatcher }
  return { role }
}

/** Gives a user another role, and offers to take that back. */
export function changeRole(user: User, role: Role): Promise<void> {
  const input = { was: user, to: roleChange(role) }
  return submitAllWithUndo(
    import('./user-commands.ts').then(({ changeUser }) => [draftOf(changeUser, input, seenVersionIn(user))]),
  )
}

const loadPhotoChange = () => import('./user-photo-commands.ts').then(({ changeUserPhoto }) => changeUserPhoto)

/** Keeps another photo of a user once it is small, or none, and offers to take that back. */
export const keepUserPhoto = (user: User, photo: Promise<File> | null): Promise<void> =>
  keepPhoto(loadPhotoChange, [user, seenVersionIn(user)], photo)

/** Switches one's own morning digest, and offers to take that back. */
export function wantDigest(user: User, to: boolean): Promise<void> {
  return submitAllWithUndo(
    import('./digest-commands.ts').then(({ switchDigest }) => [
      draftOf(switchDigest, { was: user, to }, seenVersionIn(user)),
    ]),
  )
}
