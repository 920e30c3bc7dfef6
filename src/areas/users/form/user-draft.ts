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
/** What stands in the fields, the password apart: that is never kept. */
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
type KeptValues = z.output<typeof values>
const photo = z.nullable(z.custom<File>((given) => given instanceof File))

export const keptValues = ({ password: _, user_permissions, ...rest }: UserValues): KeptValues => ({
  ...rest,
  user_permissions: [...user_permissions],
})
/** The fields again; a status or role that there is no more is said to be none by its own rule. */
export const valuesAgain = (kept: KeptValues): UserValues => ({ ...NO_USER, ...(kept as Omit<UserValues, 'password'>) })

const wordsOf = (kept: KeptValues) =>
  [ROLE_TITLES[kept.role as keyof typeof ROLE_TITLES], kept.email, kept.phone].filter(Boolean).join(' · ')

const newUserInput = z.object({ values, photo })
export type NewUserTyped = z.output<typeof newUserInput>

/** A new user who is not added yet. */
export const newUserDraft: DraftKind<NewUserTyped> = {
  name: 'users.new',
  version: 1,
  access: administrator,
  schema: newUserInput,
  words: ({ values: kept }) => ({ record: fullName(kept) || 'a new user', text: wordsOf(kept) || 'New user' }),
}

const profileInput = z.object({ was: seenUser, values, photo: z.union([photo, z.literal('none')]) })
export type ProfileTyped = z.output<typeof profileInput>

/** A profile that is changed and not saved; with the user as it was when the typing began. */
export const profileDraft: DraftKind<ProfileTyped> = {
  name: 'users.profile',
  version: 1,
  access: administrator,
  schema: profileInput,
  words: ({ was, values: kept }) => ({ record: fullName(was), text: wordsOf(kept) }),
}
