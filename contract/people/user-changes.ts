import * as z from 'zod/mini'
import { fileRef } from '#contract/files/files.ts'
import { PHOTO_IN_FORM } from '#contract/files/pictures.ts'
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

/** What is said of an input, on both sides. */
export const USER_RULES = {
  ...FIELD_RULES,
  taken: 'A user with this email address exists already.',
  gomotive_id: 'Another driver has this telematics ID.',
  pilot_flying_j_driver_id: 'Another driver has this fuel network ID.',
} as const

const permissionIds = z
  .array(z.int().check(z.minimum(1), z.maximum(2 * AREAS.length)))
  .check(z.refine((ids) => new Set(ids).size === ids.length, 'Each permission at most once.'))

const dates = {
  status_date_from: z.optional(z.nullable(statusDay)),
  status_date_to: z.optional(z.nullable(statusDay)),
}
/** Of a new driver all but the dates are required. */
export const newDriverPart = z.object({
  status: dutyStatus,
  ...dates,
  position,
  gomotive_id: providerId,
  pilot_flying_j_driver_id: providerId,
})
export const newDispatcherPart = z.object({ status: dispatcherStatus, ...dates })

export const driverPartChange = z.object({
  status: z.optional(dutyStatus),
  ...dates,
  position: z.optional(position),
  gomotive_id: z.optional(z.nullable(providerId)),
  pilot_flying_j_driver_id: z.optional(z.nullable(providerId)),
})
export const dispatcherPartChange = z.object({ status: z.optional(dispatcherStatus), ...dates })

/** What all who make a user must say, whatever the role. */
const newUserFields = {
  role,
  first_name: nameField,
  last_name: nameField,
  email: emailField,
  phone: phoneField,
  /** Required unless the user is a driver, who may be sent a link instead. */
  password: z.optional(newPassword),
  send_email: z._default(z.boolean(), false),
  user_permissions: z.optional(permissionIds),
}

const userChangeFields = {
  first_name: z.optional(nameField),
  last_name: z.optional(nameField),
  email: z.optional(emailField),
  /** May be empty: so has the first administrator's been from the start. */
  phone: z.optional(z.union([z.literal(''), phoneField], USER_RULES.phone)),
  role: z.optional(role),
  is_active: z.optional(z.boolean()),
  user_permissions: z.optional(permissionIds),
}

/** What a change of a user may carry. Fields that are absent stay as they are. */
export const userChange = z.object({
  ...userChangeFields,
  driver: z.optional(driverPartChange),
  /** Ignored for a user who is neither a dispatcher nor a driver. */
  dispatcher: z.optional(dispatcherPartChange),
  /** A file just uploaded, or one that the user had before; null takes the photo away. */
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

/** What people may change of themselves: all fields for an administrator, for others the password and the digest alone. */
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
    summary: 'Make a user; a `client_id` that exists answers the user it names.',
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
    summary: 'Change some fields of a user; merges with changes of other fields made meanwhile.',
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
      'Change your own password and whether you get the digest, and as an administrator your own fields. A new password ends your other sessions.',
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
    summary: 'Delete a user for good; asks for your own password.',
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
