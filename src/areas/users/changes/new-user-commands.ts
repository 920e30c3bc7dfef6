import * as z from 'zod/mini'
import { fileRef } from '#contract/files/files.ts'
import { newDispatcherPart, newDriverPart, userChanges } from '#contract/people/user-changes.ts'
import { ROLE_TITLES } from '#contract/people/user-choices.ts'
import { EDIT_IDS, type User, userKind, VIEW_IDS } from '#contract/people/users.ts'
import { role } from '#contract/wire/current-user.ts'
import { fullName } from '#contract/wire/people.ts'
import { clientId } from '#contract/wire/record.ts'
import { added, type Command, command, type Field, recordKey } from '#src/offline/command.ts'
import { describeFields } from '#src/record/field-list.ts'
import { NO_ID_YET } from '#src/record/identity.ts'
import { userRecord } from './user-record.ts'

const newUserInput = z.object({
  user: z.object({
    client_id: clientId,
    role,
    first_name: z.string(),
    last_name: z.string(),
    email: z.string(),
    phone: z.string(),
    driver: z.optional(newDriverPart),
    dispatcher: z.optional(newDispatcherPart),
  }),
  /** Stored on this device with the change and deleted with it. */
  password: z.optional(z.string()),
  send_email: z.boolean(),
  photo: z.nullable(fileRef),
  /** The URL of the photo while it waits. */
  shown: z.nullable(z.string()),
})
export type NewUserInput = z.output<typeof newUserInput>

/** The user's row until the server has it. */
export function rowOf({ user, shown }: NewUserInput): User {
  const { driver, dispatcher, ...own } = user
  return {
    ...own,
    id: NO_ID_YET,
    photo: shown,
    is_active: true,
    user_permissions: [],
    view_permissions: [...VIEW_IDS],
    edit_permissions: [...EDIT_IDS],
    driver: driver ? withDates(driver) : null,
    dispatcher: dispatcher ? withDates(dispatcher) : null,
    current_location: null,
    version: 0,
  }
}

function withDates<Part extends z.output<typeof newDriverPart> | z.output<typeof newDispatcherPart>>(part: Part) {
  const { status_date_from = null, status_date_to = null } = part
  return { ...part, id: NO_ID_YET, status_date_from, status_date_to }
}

const TEXTS = ['first_name', 'last_name', 'email', 'phone'] as const

const isNew = { was: undefined, without: () => null }

/**
 * The fields that describe a new user, and those that can be corrected after a refusal: an e-mail in use, a password.
 */
function newUserFields(input: NewUserInput): readonly Field<NewUserInput>[] {
  const texts = describeFields(userRecord.fields, {
    was: null,
    to: Object.fromEntries(TEXTS.map((name) => [name, input.user[name]])),
    with: (to) => ({ ...input, user: { ...input.user, ...to } }),
    without: () => null,
  })
  const role: Field<NewUserInput> = {
    ...isNew,
    names: ['role'],
    title: 'New user',
    as: { is: 'unchangeable' },
    yours: input.user.role,
    words: () => ROLE_TITLES[input.user.role],
    with: () => input,
  }
  const password: Field<NewUserInput> = {
    ...isNew,
    names: ['password'],
    title: 'Password',
    as: { is: 'secret' },
    yours: undefined,
    words: () => 'not shown',
    with: (value) => ({ ...input, password: String(value) }),
  }
  return [role, ...texts, password]
}

/** Creates a user with a client id, so that the user can be changed again before it is sent. */
export const createUser: Command<NewUserInput> = command({
  name: 'users.create',
  version: 1,
  endpoint: userChanges.create,
  input: newUserInput,
  request: ({ user, password, send_email, photo }) => ({
    body: { ...user, send_email, ...(password === undefined ? {} : { password }), ...(photo ? { photo } : {}) },
  }),
  withoutSecrets: ({ password: _, ...input }) => input,
  touches: ({ user }) => [recordKey(userKind, user.client_id)],
  changesAccount: () => true,
  effects: (input) => [added(userKind, rowOf(input))],
  fields: newUserFields,
  page: ({ user }) => `/users/${user.client_id}`,
  describe: ({ user }) => ({ record: fullName(user), change: `New user: ${ROLE_TITLES[user.role].toLowerCase()}` }),
  versions: userRecord.versionsIn,
  areas: ['users', 'drivers', 'dispatchers', 'security'],
})
