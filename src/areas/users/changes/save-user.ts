import type { User } from '#contract/people/users.ts'
import { patchOf, type UserValues, wirePart } from '#src/areas/users/form/user-form.ts'
import { type Submitted, type Submitter, submitAndWait } from '#src/form/frame/submit-and-wait.ts'
import { savedOffline, toastResult } from '#src/form/frame/toast-result.ts'
import { newPhotoPart, photoFile } from '#src/form/photos/photo-change.ts'
import { newChange } from '#src/offline/command.ts'
import { newUuid } from '#src/offline/outbox/entry/uuid-v7.ts'
import type { NewChangeWithFiles } from '#src/offline/outbox/save/stored-files.ts'
import { seenVersionIn } from '#src/record/identity.ts'
import { photoChange } from '#src/record/photo-command.ts'
import { createUser, type NewUserInput } from './new-user-commands.ts'
import { changeUser } from './user-commands.ts'
import { changeUserPhoto } from './user-photo-commands.ts'

/** Removes empty values: the part of a new user only contains what the form sets. */
const withoutEmptyValues = (part: object) =>
  Object.fromEntries(Object.entries(wirePart(part)).filter(([, value]) => value !== null))

function newUserOf(values: UserValues): NewUserInput['user'] {
  const { role, first_name, last_name, email, phone, driver, dispatcher } = values
  const own = { client_id: newUuid(), role, first_name, last_name, email: email.trim(), phone: phone.trim() }
  const part =
    role === 'driver'
      ? { driver: withoutEmptyValues(driver) }
      : role === 'dispatcher'
        ? { dispatcher: withoutEmptyValues(dispatcher) }
        : {}
  // The field rules have checked the values, and the command's schema checks them again.
  return { ...own, ...part } as NewUserInput['user']
}

/** Like `toastResult`. Offline, a change of an account also says that it may need more than a network. */
function toastSaved(submitted: Submitted, changes: readonly NewChangeWithFiles[], done: string): void {
  // The input has the type of its own command.
  const isOfAccount = changes.some(({ command, input }) => command.changesAccount?.(input as never))
  toastResult(submitted, done, isOfAccount ? savedOffline('; your password may be asked for then') : undefined)
}

/** Creates the user of a form. Throws `NotSaved`, and an `ApiError` when the server refuses. */
export async function saveNewUser(values: UserValues, photo: File | null, submitter: Submitter): Promise<void> {
  const id = newUuid()
  const { password, send_email } = values
  const input: NewUserInput = {
    user: newUserOf(values),
    ...(password === '' ? {} : { password }),
    send_email,
    ...(photo === null ? { photo: null, shown: null } : photoOf(id)),
  }
  const creation: NewChangeWithFiles = {
    ...newChange(createUser, input, null),
    files: photo === null ? [] : photoFile(photo, id),
  }
  toastSaved(await submitAndWait([creation], submitter), [creation], 'Successfully created')
}

function photoOf(id: string): Pick<NewUserInput, 'photo' | 'shown'> {
  const { to, shown } = newPhotoPart(id)
  return { photo: to, shown }
}

/** The photo in the profile's form: a new file, none, or unchanged (null). */
export type PhotoChange = File | 'none' | null

/** The input of a profile's form. `was` is the user when typing began, `now` the current user. */
export interface ProfileInput {
  readonly was: User
  readonly now: User
  readonly values: UserValues
  readonly photo: PhotoChange
}

/** Saves the form's changes to a user, if there are any. Throws like `saveNewUser`. */
export async function saveUser({ was, now, values, photo }: ProfileInput, submitter: Submitter): Promise<void> {
  const to = patchOf(was, values)
  // A user who existed only on this device when typing began may have a version from the server now.
  const seenVersion = seenVersionIn(was) ?? seenVersionIn(now)
  const changes: NewChangeWithFiles[] = []
  if (Object.keys(to).length > 0) changes.push({ ...newChange(changeUser, { was, to }, seenVersion), files: [] })
  if (photo !== null) changes.push(photoChange(changeUserPhoto, [was, seenVersion], photo === 'none' ? null : photo))
  if (changes.length > 0)
    toastSaved(await submitAndWait(changes, submitter), changes, 'The form has been changed successfully')
}
