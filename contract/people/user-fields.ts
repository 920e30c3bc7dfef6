import * as z from 'zod/mini'
import { newPassword } from '#contract/session/passwords.ts'
import { CODE, LINE } from '#contract/text/plain-text.ts'
import { AREAS } from '#contract/wire/access.ts'
import { role } from '#contract/wire/current-user.ts'
import { statusDay } from '#contract/wire/days.ts'
import { position } from './drivers.ts'
import { dispatcherStatus, dutyStatus } from './duty.ts'

/** What is said of an input, on both sides. */
export const USER_RULES = {
  required: 'Please fill out this field',
  phone: 'Invalid Number!',
  email: 'Please enter a valid email address.',
  number: 'Enter a valid number',
  taken: 'A user with this email address exists already.',
  gomotive_id: 'Another driver has this telematics ID.',
  pilot_flying_j_driver_id: 'Another driver has this fuel network ID.',
} as const

const MOST_NAME = 100
const MOST_EMAIL = 320
const MOST_PHONE = 40
/** Digits, and what people put between them. It never looks twice at a character: anybody may send anything. */
const PHONE = /^\+?[ ()-]*\d[\d ()-]*$/

/** Nothing is judged of what is too long: it may be a megabyte. */
const atMost = (most: number) => z.maxLength(most, { error: `At most ${most} characters.`, abort: true })
const required = z.minLength(1, { error: USER_RULES.required, abort: true })

/** That a text says something, and not too much. */
export const said = (most: number) => [required, atMost(most)] as const
/** A line of text that must say something. */
export const requiredText = (most: number) => z.string().check(...LINE, ...said(most))
export const nameField = requiredText(MOST_NAME)
export const phoneField = z.string().check(CODE, ...said(MOST_PHONE), z.regex(PHONE, USER_RULES.phone))
export const emailField = z
  .string()
  .check(CODE, z.minLength(1, { error: USER_RULES.email, abort: true }), atMost(MOST_EMAIL), z.email(USER_RULES.email))

const anId = z.int(USER_RULES.number).check(z.positive(USER_RULES.number))
/** An id at a provider, a number; digits in a text are one too, for forms send what is typed. */
export const providerId = z.union(
  [anId, z.pipe(z.string().check(CODE, z.regex(/^\d{1,15}$/)), z.pipe(z.transform(Number), anId))],
  USER_RULES.number,
)

/** The ids of the permissions: view of area n is 2n + 1, edit is 2n + 2. */
export const permissionId = (need: 'view' | 'edit', area: number): number => 2 * area + (need === 'view' ? 1 : 2)
export const VIEW_IDS: readonly number[] = AREAS.map((_, area) => permissionId('view', area))
export const EDIT_IDS: readonly number[] = AREAS.map((_, area) => permissionId('edit', area))
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
export const newUserFields = {
  role,
  first_name: nameField,
  last_name: nameField,
  email: emailField,
  phone: phoneField,
  /** Required for everybody but a driver, who may be sent a link instead. */
  password: z.optional(newPassword),
  send_email: z._default(z.boolean(), false),
  user_permissions: z.optional(permissionIds),
}

export const userChangeFields = {
  first_name: z.optional(nameField),
  last_name: z.optional(nameField),
  email: z.optional(emailField),
  /** May be empty: so has the first administrator's been from the start. */
  phone: z.optional(z.union([z.literal(''), phoneField], USER_RULES.phone)),
  role: z.optional(role),
  is_active: z.optional(z.boolean()),
  user_permissions: z.optional(permissionIds),
}
