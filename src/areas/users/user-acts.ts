import type { Role } from '#contract/access.ts'
import type { User } from '#contract/users.ts'
import { photoFile } from '#src/form/photo-file.ts'
import { submitWithUndo } from '#src/form/submit-with-undo.ts'
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
export async function changeRole(user: User, role: Role): Promise<void> {
  const { changeUser } = await import('./user-commands.ts')
  await submitWithUndo(changeUser, { was: user, to: roleChange(role) }, { seenVersion: seenVersionOf(user) })
}

const photoCommands = () => import('./user-photo-commands.ts')

/** Keeps a photo that is ready to be sent, and offers to take it back. */
export async function keepPhoto(user: User, photo: File): Promise<void> {
  const { changeUserPhoto, newPhoto } = await photoCommands()
  const id = newUuid()
  const files = photoFile(photo, id)
  await submitWithUndo(changeUserPhoto, newPhoto(user, id), { seenVersion: seenVersionOf(user), files })
}

export async function takePhotoAway(user: User): Promise<void> {
  const { changeUserPhoto, noPhoto } = await photoCommands()
  await submitWithUndo(changeUserPhoto, noPhoto(user), { seenVersion: seenVersionOf(user) })
}

/** Switches one's own morning digest, and offers to take that back. */
export async function wantDigest(user: User, to: boolean): Promise<void> {
  const { switchDigest } = await import('./digest-commands.ts')
  await submitWithUndo(switchDigest, { was: user, to }, { seenVersion: seenVersionOf(user) })
}
