import * as z from 'zod/mini'
import { ROLE_TITLES } from '#contract/people/user-choices.ts'
import { administrator } from '#contract/wire/access.ts'
import { fullName } from '#contract/wire/people.ts'
import { seenUser } from '#src/areas/users/changes/user-record.ts'
import type { DraftKind } from '#src/offline/drafts/draft-book.ts'
import { NO_USER, type UserValues } from './user-form.ts'

const text = z.string()
const part = { status: text, status_date_from: text, status_date_to: text }
const number = z.union([z.number(), z.string()])
/** The form values without the password, which is never stored in a draft. */
const values = z.object({
  first_name: text,
  last_name: text,
  email: text,
  phone: text,
  role: text,
  is_active: z.boolean(),
  user_permissions: z.array(z.number()),
  send_email: z.boolean(),
  driver: z.object({ ...part, position: text, gomotive_id: number, pilot_flying_j_driver_id: number }),
  dispatcher: z.object(part),
})
type DraftValues = z.output<typeof values>
const photo = z.nullable(z.custom<File>((value) => value instanceof File))

export const draftValues = ({ password: _, user_permissions, ...rest }: UserValues): DraftValues => ({
  ...rest,
  user_permissions: [...user_permissions],
})
/** Restores the form values. The field's rule reports a status or role that no longer exists. */
export const restoredValues = (draft: DraftValues): UserValues => ({
  ...NO_USER,
  ...(draft as Omit<UserValues, 'password'>),
})

const wordsOf = (formValues: DraftValues) =>
  [ROLE_TITLES[formValues.role as keyof typeof ROLE_TITLES], formValues.email, formValues.phone]
    .filter(Boolean)
    .join(' · ')

const newUserInput = z.object({ values, photo })
export type NewUserDraft = z.output<typeof newUserInput>

/** The draft of a new user. */
export const newUserDraft: DraftKind<NewUserDraft> = {
  name: 'users.new',
  version: 1,
  access: administrator,
  schema: newUserInput,
  words: ({ values: formValues }) => ({
    record: fullName(formValues) || 'a new user',
    text: wordsOf(formValues) || 'New user',
  }),
}

const profileInput = z.object({ was: seenUser, values, photo: z.union([photo, z.literal('none')]) })
export type ProfileDraft = z.output<typeof profileInput>

/** The draft of a profile's changes, with the user as seen when typing began. */
export const profileDraft: DraftKind<ProfileDraft> = {
  name: 'users.profile',
  version: 1,
  access: administrator,
  schema: profileInput,
  words: ({ was, values: formValues }) => ({ record: fullName(was), text: wordsOf(formValues) }),
}
