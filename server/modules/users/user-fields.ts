import type { DISPATCHER_STATUSES } from '#contract/people/dispatcher-choices.ts'
import type { DutyStatus } from '#contract/people/driver-choices.ts'
import type { Position } from '#contract/people/drivers.ts'
import type { NewUser, UserChange, userChanges } from '#contract/people/user-changes.ts'
import type { Role } from '#contract/wire/access.ts'
import type { BodyOf } from '#contract/wire/endpoint.ts'
import type { StoredFields } from '#server/records/columns.ts'
import type { Asked } from '#server/records/merge.ts'

type OwnChange = BodyOf<(typeof userChanges)['updateMe']>

interface Dates {
  readonly status_date_from: string | null
  readonly status_date_to: string | null
}
/** The driver that a user is, as far as an administrator can change it there. */
export type DriverDuty = StoredFields<
  keyof NonNullable<UserChange['driver']> | keyof NonNullable<NewUser['driver']>,
  Dates & {
    readonly status: DutyStatus
    readonly position: Position
    readonly gomotive_id: number | null
    readonly pilot_flying_j_driver_id: number | null
  }
>
/** The same of a dispatcher. */
export type DispatcherDuty = StoredFields<
  keyof NonNullable<UserChange['dispatcher']> | keyof NonNullable<NewUser['dispatcher']>,
  Dates & { readonly status: (typeof DISPATCHER_STATUSES)[number] }
>

/** Fields of a part, under the names by which history and conflicts know them: `driver.status`. */
type Flat<Name extends string, Part> = { readonly [K in keyof Part & string as `${Name}.${K}`]: Part[K] | null }

/** What everybody may change of themselves, and nobody of others. */
export type OwnWish = Omit<OwnChange, keyof UserChange | 'current_password' | 'new_password'>

/** What is stored with the user itself. */
export type PersonFields = StoredFields<
  Exclude<keyof UserChange | keyof OwnWish, 'driver' | 'dispatcher'>,
  {
    readonly first_name: string
    readonly last_name: string
    readonly email: string
    readonly phone: string
    readonly photo: string | null
    readonly role: Role
    readonly is_active: boolean
    readonly user_permissions: readonly number[]
    /** Changed by the person alone. */
    readonly wants_digest: boolean
  }
>

/** What an administrator can change of a user; those of a duty that the user has not are null. */
export type UserFields = PersonFields & Flat<'driver', DriverDuty> & Flat<'dispatcher', DispatcherDuty>

const flat = (name: string, part: object | undefined) =>
  Object.fromEntries(Object.entries(part ?? {}).map(([field, value]) => [`${name}.${field}`, value]))

/** A change's body with its parts laid flat, and the photo as the path that it was made. */
export function flatChange(body: UserChange & OwnWish, photo: string | null | undefined): Asked<UserFields> {
  const { driver, dispatcher, photo: _, user_permissions: ids, ...own } = body
  const user_permissions = ids && [...ids].sort((a, b) => a - b)
  return { ...own, user_permissions, photo, ...flat('driver', driver), ...flat('dispatcher', dispatcher) }
}

/** The part of the fields that is a duty, by its own names. */
export function dutyOf<Part>(fields: UserFields, name: 'driver' | 'dispatcher'): Part {
  const own = Object.entries(fields).filter(([field]) => field.startsWith(`${name}.`))
  // The flat names were made of the part's own, by `flat`.
  return Object.fromEntries(own.map(([field, value]) => [field.slice(name.length + 1), value])) as Part
}
