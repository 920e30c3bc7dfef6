import type { DISPATCHER_STATUSES } from '#contract/people/dispatcher-choices.ts'
import type { DutyStatus } from '#contract/people/driver-choices.ts'
import type { Position } from '#contract/people/drivers.ts'
import type { User } from '#contract/people/users.ts'
import type { Role } from '#contract/wire/access.ts'
import { type Part, type UserPatch, userRecord } from '#src/areas/users/changes/user-record.ts'
import type { useFormFrame } from '#src/form/frame/use-form-frame.ts'
import { patchSchema } from '#src/record/field-list.ts'
import { type FormMapping, patchFrom } from '#src/record/form-values.ts'

type OrNone<Value> = Value | ''

/** The values of a user's forms. An empty text means no value. */
export interface UserValues {
  readonly first_name: string
  readonly last_name: string
  readonly email: string
  readonly phone: string
  readonly role: OrNone<Role>
  readonly is_active: boolean
  readonly user_permissions: readonly number[]
  /** The password of a new user. Drivers may have none. */
  readonly password: string
  readonly send_email: boolean
  readonly driver: {
    readonly status: OrNone<DutyStatus>
    readonly status_date_from: string
    readonly status_date_to: string
    readonly position: OrNone<Position>
    readonly gomotive_id: number | string
    readonly pilot_flying_j_driver_id: number | string
  }
  readonly dispatcher: {
    readonly status: OrNone<(typeof DISPATCHER_STATUSES)[number]>
    readonly status_date_from: string
    readonly status_date_to: string
  }
}
export type UserForm = ReturnType<typeof useFormFrame<UserValues>>

/** The first status of a user whose role is chosen in a form. */
export const FORM_STATUS = { driver: 'detention__layover', dispatcher: 'working' } as const

export const NO_USER: UserValues = {
  first_name: '',
  last_name: '',
  email: '',
  phone: '',
  role: '',
  is_active: true,
  user_permissions: [],
  password: '',
  send_email: true,
  driver: {
    status: FORM_STATUS.driver,
    status_date_from: '',
    status_date_to: '',
    position: '',
    gomotive_id: '',
    pilot_flying_j_driver_id: '',
  },
  dispatcher: { status: FORM_STATUS.dispatcher, status_date_from: '', status_date_to: '' },
}

/** The initial values of the new user form. An added driver is working; a user who becomes a driver waits for work. */
export const NEW_USER: UserValues = { ...NO_USER, driver: { ...NO_USER.driver, status: 'on_the_road' } }

/** The initial values of a profile's form. */
export function valuesOf(user: User): UserValues {
  const { driver, dispatcher, first_name, last_name, email, phone, role, is_active, user_permissions } = user
  return {
    ...NO_USER,
    ...{ first_name, last_name, email, phone, role, is_active, user_permissions },
    driver: driver
      ? {
          status: driver.status,
          ...datesOf(driver),
          position: driver.position,
          gomotive_id: driver.gomotive_id ?? '',
          pilot_flying_j_driver_id: driver.pilot_flying_j_driver_id ?? '',
        }
      : NO_USER.driver,
    dispatcher: dispatcher ? { status: dispatcher.status, ...datesOf(dispatcher) } : NO_USER.dispatcher,
  }
}

const datesOf = (part: { readonly status_date_from: string | null; readonly status_date_to: string | null }) => ({
  status_date_from: part.status_date_from ?? '',
  status_date_to: part.status_date_to ?? '',
})

const orNull = (value: number | string) => (value === '' ? null : value)

/** A part in the wire's form: empty values are null. */
export function wirePart<Part extends object>(part: Part): Record<string, unknown> {
  return Object.fromEntries(Object.entries(part).map(([name, value]) => [name, orNull(value)]))
}

/** The values of a profile's form with only the part of the role. */
export const profileValues: FormMapping<User, UserValues> = {
  valuesOf,
  changeOf: ({ password: _, send_email: __, driver, dispatcher, ...own }) => {
    const flat = (name: Part, part: object) =>
      Object.fromEntries(Object.entries(wirePart(part)).map(([field, value]) => [`${name}.${field}`, value]))
    return {
      ...own,
      user_permissions: [...own.user_permissions].sort((a, b) => a - b),
      ...(own.role === 'driver' ? flat('driver', driver) : {}),
      ...(own.role === 'dispatcher' ? flat('dispatcher', dispatcher) : {}),
    }
  },
}

const patch = patchSchema(userRecord.fields)

/** The form's changes to a user; empty for none. Throws when a field's rule has accepted a value of the wrong type. */
export const patchOf = (was: User, values: UserValues): UserPatch =>
  patch.parse(patchFrom(userRecord, profileValues, [was, values]))
