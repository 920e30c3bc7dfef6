import type { User } from '#contract/people/users.ts'
import type { Role } from '#contract/wire/access.ts'
import { submitAllWithUndo } from '#src/form/frame/submit-with-undo.ts'
import { newChange } from '#src/offline/command.ts'
import { seenVersionIn } from '#src/record/identity.ts'
import { savePhoto } from '#src/record/photo-acts.ts'
import type { UserPatch } from './user-record.ts'

/** The first status in a role. */
export const FIRST_STATUS = { driver: 'detention__layover', dispatcher: 'on_vacation' } as const

/** The change to a role, with the role's first status. */
export function roleChange(role: Role): UserPatch {
  if (role === 'driver') return { role, 'driver.status': FIRST_STATUS.driver }
  if (role === 'dispatcher') return { role, 'dispatcher.status': FIRST_STATUS.dispatcher }
  return { role }
}

/** Changes a user's role and offers to undo that. */
export function changeRole(user: User, role: Role): Promise<void> {
  const input = { was: user, to: roleChange(role) }
  return submitAllWithUndo(
    import('./user-commands.ts').then(({ changeUser }) => [newChange(changeUser, input, seenVersionIn(user))]),
  )
}

const loadPhotoChange = () => import('./user-photo-commands.ts').then(({ changeUserPhoto }) => changeUserPhoto)

/** Saves a user's new photo once it is prepared, or removes it, and offers to undo that. */
export const saveUserPhoto = (user: User, photo: Promise<File> | null): Promise<void> =>
  savePhoto(loadPhotoChange, [user, seenVersionIn(user)], photo)

/** Switches the user's own morning digest and offers to undo that. */
export function changeDigest(user: User, to: boolean): Promise<void> {
  return submitAllWithUndo(
    import('./digest-commands.ts').then(({ switchDigest }) => [
      newChange(switchDigest, { was: user, to }, seenVersionIn(user)),
    ]),
  )
}
