import type { User } from '#contract/people/users.ts'
import { patchOf, type UserValues, wirePart } from '#src/areas/users/form/user-form.ts'
import { type Submitted, type Submitter, submitAndWait } from '#src/form/frame/submit-and-wait.ts'
import { tellSubmitted } from '#src/form/frame/tell-submitted.ts'
import { newPhotoPart, photoFile } from '#src/form/photos/photo-change.ts'
import { draftOf } from '#src/offline/command.ts'
import { newUuid } from '#src/offline/outbox/entry/uuid-v7.ts'
import type { Given } from '#src/offline/outbox/save/stored-files.ts'
import { seenVersionIn } from '#src/record/identity.ts'
import { photoGiven } from '#src/record/photo-command.ts'
import { toastDone } from '#src/ui/notice/toast.ts'
import { createUser, type NewUserInput } from './new-user-commands.ts'
import { changeUser } from './user-commands.ts'
import { changeUserPhoto } from './user-photo-commands.ts'

/** Without what is empty: a new user's part names what is said alone. */
const saidOf = (part: object) =>
  Object.fromEntries(Object.entries(wirePart(part)).filter(([, value]) => value !== null))

function newUserOf(values: UserValues): NewUserInput['user'] {
  const { role, first_name, last_name, email, phone, driver, dispatcher } = values
  const own = { client_id: newUuid(), role, first_name, last_name, email: email.trim(), phone: phone.trim() }
  const part =
    role === 'driver' ? { driver: saidOf(driver) } : role === 'dispatcher' ? { dispatcher: saidOf(dispatcher) } : {}
  // The rules of the fields have judged it, and the command's own schema does so again.
  return { ...own, ...part } as NewUserInput['user']
}

const LATER_WITH_PASSWORD =
  'Saved on this device. It is sent as soon as there is a network; your password may be asked for then.'

/** As `tellSubmitted`. Made without a network, what changes an account says that the network may not be all it takes. */
function tell(submitted: Submitted, given: readonly Given[], done: string): void {
  // The command that a draft was made for takes its input.
  const isOfAccount = given.some(({ command, input }) => command.changesAccount?.(input as never))
  if (submitted === 'offline' && isOfAccount) toastDone(LATER_WITH_PASSWORD)
  else tellSubmitted(submitted, done)
}

/** Makes the user that a form describes. Throws NotKept, and an `ApiError` for what the server refuses. */
export async function saveNewUser(values: UserValues, photo: File | null, own: Submitter): Promise<void> {
  const id = newUuid()
  const { password, send_email } = values
  const input: NewUserInput = {
    user: newUserOf(values),
    ...(password === '' ? {} : { password }),
    send_email,
    ...(photo === null ? { photo: null, shown: null } : photoOf(id)),
  }
  const given: Given = { ...draftOf(createUser, input, null), files: photo === null ? [] : photoFile(photo, id) }
  tell(await submitAndWait([given], own), [given], 'Successfully created')
}

function photoOf(id: string): Pick<NewUserInput, 'photo' | 'shown'> {
  const { to, shown } = newPhotoPart(id)
  return { photo: to, shown }
}

/** The photo that the profile's form holds: another one, none, or as it was. */
export type PhotoChange = File | 'none' | null

/** What a profile's form says of a user: `was`, as when the typing began; `now`, as known now. */
export interface ProfileSaid {
  readonly was: User
  readonly now: User
  readonly values: UserValues
  readonly photo: PhotoChange
}

/** Changes what the form changes of a user, if anything. Throws as `saveNewUser`. */
export async function saveUser({ was, now, values, photo }: ProfileSaid, own: Submitter): Promise<void> {
  const to = patchOf(was, values)
  // Of a user who was only on this device when the typing began, the server has a version by now.
  const seenVersion = seenVersionIn(was) ?? seenVersionIn(now)
  const given: Given[] = []
  if (Object.keys(to).length > 0) given.push({ ...draftOf(changeUser, { was, to }, seenVersion), files: [] })
  if (photo !== null) given.push(photoGiven(changeUserPhoto, [was, seenVersion], photo === 'none' ? null : photo))
  if (given.length > 0) tell(await submitAndWait(given, own), given, 'The form has been changed successfully')
}
