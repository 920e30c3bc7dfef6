import type { Contact } from '#contract/contacts.ts'
import { type Submitter, submitAndWait, unwatched } from '#src/form/submit-and-wait.ts'
import { tellSubmitted } from '#src/form/tell-submitted.ts'
import { draftOf } from '#src/offline/command.ts'
import { newUuid } from '#src/offline/outbox/uuid-v7.ts'
import { seenVersionOf } from './contact-change.ts'
import { changeContact, createContact, removeContact } from './contact-commands.ts'
import { type ContactValues, patchOf, saidIn } from './contact-form.ts'

/** Adds the department that a form describes. Throws NotKept, and an `ApiError` for what the server refuses. */
export async function saveNewContact(values: ContactValues, own: Submitter): Promise<void> {
  const input = { contact: { client_id: newUuid(), ...saidIn(values) } }
  tellSubmitted(
    await submitAndWait([{ ...draftOf(createContact, input, null), files: [] }], own),
    'Successfully created',
  )
}

/** What a form says of a department: `was`, as when the typing began; `now`, as known now. */
interface ContactSaid {
  readonly was: Contact
  readonly now: Contact
  readonly values: ContactValues
}

/** Changes what the form changes of a department, if anything. Throws as `saveNewContact`. */
export async function saveContact({ was, now, values }: ContactSaid, own: Submitter): Promise<void> {
  const to = patchOf(was, values)
  if (Object.keys(to).length === 0) return
  // Of one that was only on this device when the typing began, the server has a version by now.
  const seenVersion = seenVersionOf(was) ?? seenVersionOf(now)
  const given = { ...draftOf(changeContact, { was, to }, seenVersion), files: [] }
  tellSubmitted(await submitAndWait([given], own), 'Successfully updated')
}

/** Removes a department; a refusal is told at once, and nothing of it waits then. Throws NotKept, and an `ApiError` for what the server refuses. */
export async function takeContactAway(was: Contact): Promise<void> {
  const given = { ...draftOf(removeContact, { was }, seenVersionOf(was)), files: [] }
  tellSubmitted(await submitAndWait([given], { ...unwatched(), isHere: () => true }), 'Successfully deleted')
}
