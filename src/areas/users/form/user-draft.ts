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
const photo = z.nullable(z.custom<File>((given) => given instanceof File))

export const draftValues = ({ password: _, user_permissions, ...rest }: UserValues): DraftValues => ({
  ...rest,
  user_permissions: [...user_permissions],
})
/** Restores the form values. The field's rule reports a status or role that no longer exists. */
export const restoredValues = (kept: DraftValues): UserValues => ({
  ...NO_USER,
  ...(kept as Omit<UserValues, 'password'>),
})

const wordsOf = (kept: DraftValues) =>
  [ROLE_TITLES[kept.role as keyof typeof ROLE_TITLES], kept.email, kept.phone].filter(Boolean).join(' · ')

const newUserInput = z.object({ values, photo })
export type NewUserDraft = z.output<typeof newUserInput>

/** The draft of a new user. */
export const newUserDraft: DraftKind<NewUserDraft> = {
  name: 'users.new',
  version: 1,
  access: administrator,
  schema: newUserInput,
  words: ({ values: kept }) => ({ record: fullName(kept) || 'a new user', text: wordsOf(kept) || 'New user' }),
}

const profileInput = z.object({ was: seenUser, values, photo: z.union([photo, z.literal('none')]) })
export type ProfileDraft = z.output<typeof profileInput>

/** The draft of a profile's changes, with the user as seen when typing began. */
export const profileDraft: DraftKind<ProfileDraft> = {
  name: 'users.profile',
  version: 1,
  access: administrator,
  schema: profileInput,
  words: ({ was, values: kept }) => ({ record: fullName(was), text: wordsOf(kept) }),
}
