import * as z from 'zod/mini'
import { fileRef } from '#contract/files/files.ts'
import { PHOTO_IN_FORM } from '#contract/files/photo-rules.ts'
import { newPassword } from '#contract/session/passwords.ts'
import { emailField, FIELD_RULES, nameField, phoneField, providerId } from '#contract/text/typed-fields.ts'
import { AREAS, administrator, signedIn } from '#contract/wire/access.ts'
import { currentUser, role } from '#contract/wire/current-user.ts'
import { statusDay } from '#contract/wire/days.ts'
import { endpoint } from '#contract/wire/endpoint.ts'
import { clientId, idParam } from '#contract/wire/record.ts'
import { dispatcherStatus } from './dispatcher-choices.ts'
import { dutyStatus } from './driver-choices.ts'
import { position } from './drivers.ts'
import { user } from './users.ts'

/** The messages for inputs of a user, on the server and in the app. */
export const USER_RULES = {
  ...FIELD_RULES,
  taken: 'A user with this email address exists already.',
  gomotive_id: 'Another driver has this telematics ID.',
  pilot_flying_j_driver_id: 'Another driver has this fuel network ID.',
} as const

const permissionIds = z
  .array(z.int().check(z.minimum(1), z.maximum(2 * AREAS.length)))
  .check(z.refine((ids) => new Set(ids).size === ids.length, 'Each permission at most once.'))

const statusDates = {
  status_date_from: z.optional(z.nullable(statusDay)),
  status_date_to: z.optional(z.nullable(statusDay)),
}
/** The driver's part of a new user. All fields are required, except the dates. */
export const newDriverPart = z.object({
  status: dutyStatus,
  ...statusDates,
  position,
  gomotive_id: providerId,
  pilot_flying_j_driver_id: providerId,
})
export const newDispatcherPart = z.object({ status: dispatcherStatus, ...statusDates })

export const driverPartChange = z.object({
  status: z.optional(dutyStatus),
  ...statusDates,
  position: z.optional(position),
  gomotive_id: z.optional(z.nullable(providerId)),
  pilot_flying_j_driver_id: z.optional(z.nullable(providerId)),
})
export const dispatcherPartChange = z.object({ status: z.optional(dispatcherStatus), ...statusDates })

/** The fields of a new user with any role. */
const newUserFields = {
  role,
  first_name: nameField,
  last_name: nameField,
  email: emailField,
  phone: phoneField,
  /** Required, except for a driver, who can get a link by e-mail instead. */
  password: z.optional(newPassword),
  send_email: z._default(z.boolean(), false),
  user_permissions: z.optional(permissionIds),
}

const userChangeFields = {
  first_name: z.optional(nameField),
  last_name: z.optional(nameField),
  email: z.optional(emailField),
  /** May be empty, because the first administrator has no phone number at first. */
  phone: z.optional(z.union([z.literal(''), phoneField], USER_RULES.phone)),
  role: z.optional(role),
  is_active: z.optional(z.boolean()),
  user_permissions: z.optional(permissionIds),
}

/** A change of a user. Absent fields stay unchanged. */
export const userChange = z.object({
  ...userChangeFields,
  driver: z.optional(driverPartChange),
  /** Ignored for a user who is neither dispatcher nor driver. */
  dispatcher: z.optional(dispatcherPartChange),
  /** A new upload, or a file that the user had before; null removes the photo. */
  photo: z.optional(z.nullable(fileRef)),
})
export type UserChange = z.output<typeof userChange>

export const newUser = z.object({
  client_id: z.optional(clientId),
  ...newUserFields,
  driver: z.optional(newDriverPart),
  dispatcher: z.optional(newDispatcherPart),
  photo: z.optional(z.nullable(fileRef)),
})
export type NewUser = z.output<typeof newUser>

/**
 * What users may change in their own account: administrators may change every field, other users only the password and
 * the digest.
 */
export const ownChange = z.object({
  first_name: userChangeFields.first_name,
  last_name: userChangeFields.last_name,
  email: userChangeFields.email,
  phone: userChangeFields.phone,
  photo: userChange.shape.photo,
  wants_digest: z.optional(z.boolean()),
  current_password: z.optional(z.string().check(z.maxLength(1000))),
  new_password: z.optional(newPassword),
})

export const userChanges = {
  create: endpoint({
    name: 'users.create',
    summary: 'Create a user. An existing `client_id` returns its user.',
    method: 'POST',
    path: '/api/users/users/',
    access: administrator,
    body: newUser,
    mayNeedPassword: true,
    form: { photo: PHOTO_IN_FORM },
    status: 201,
    reply: user,
  }),
  update: endpoint({
    name: 'users.update',
    summary: 'Change some fields of a user. Merges with changes of other fields made in the meantime.',
    method: 'PATCH',
    path: '/api/users/users/:id/',
    access: administrator,
    params: idParam,
    body: userChange,
    mayNeedPassword: true,
    form: { photo: PHOTO_IN_FORM },
    reply: user,
  }),
  updateMe: endpoint({
    name: 'users.updateMe',
    summary:
      'Change your own password and your choice of the digest; administrators also their own fields. A new password ends your other sessions.',
    method: 'PATCH',
    path: '/api/users/users/me/',
    access: signedIn,
    body: ownChange,
    mayNeedPassword: true,
    form: { photo: PHOTO_IN_FORM },
    reply: currentUser,
  }),
  remove: endpoint({
    name: 'users.remove',
    summary: 'Delete a user permanently. Requires your own password.',
    method: 'DELETE',
    path: '/api/users/users/:id/',
    access: administrator,
    params: idParam,
    body: z.object({
      current_password: z.string().check(z.minLength(1, 'This field may not be blank.'), z.maxLength(1000)),
    }),
    status: 204,
    reply: null,
  }),
}
