import type { DISPATCHER_STATUSES } from '#contract/people/dispatcher-choices.ts'
import type { DutyStatus } from '#contract/people/driver-choices.ts'
import type { Position } from '#contract/people/drivers.ts'
import type { NewUser, UserChange, userChanges } from '#contract/people/user-changes.ts'
import type { Role } from '#contract/wire/access.ts'
import type { BodyOf } from '#contract/wire/endpoint.ts'
import type { StoredFields } from '#server/records/columns.ts'
import type { RequestedFields } from '#server/records/merge.ts'

type OwnChange = BodyOf<(typeof userChanges)['updateMe']>

interface Dates {
  readonly status_date_from: string | null
  readonly status_date_to: string | null
}
/** The fields of a user's driver that an administrator can change with the user. */
export type DriverDuty = StoredFields<
  keyof NonNullable<UserChange['driver']> | keyof NonNullable<NewUser['driver']>,
  Dates & {
    readonly status: DutyStatus
    readonly position: Position
    readonly gomotive_id: number | null
    readonly pilot_flying_j_driver_id: number | null
  }
>
/** The fields of a user's dispatcher that an administrator can change with the user. */
export type DispatcherDuty = StoredFields<
  keyof NonNullable<UserChange['dispatcher']> | keyof NonNullable<NewUser['dispatcher']>,
  Dates & { readonly status: (typeof DISPATCHER_STATUSES)[number] }
>

/** Fields of a part, under the names that the history and conflicts use: `driver.status`. */
type FlatFields<Name extends string, Part> = { readonly [K in keyof Part & string as `${Name}.${K}`]: Part[K] | null }

/** Fields that each user may change of their own account only. */
export type OwnSettings = Omit<OwnChange, keyof UserChange | 'current_password' | 'new_password'>

/** The fields stored in the user's own row. */
export type PersonFields = StoredFields<
  Exclude<keyof UserChange | keyof OwnSettings, 'driver' | 'dispatcher'>,
  {
    readonly first_name: string
    readonly last_name: string
    readonly email: string
    readonly phone: string
    readonly photo: string | null
    readonly role: Role
    readonly is_active: boolean
    readonly user_permissions: readonly number[]
    /** Only the user can change it. */
    readonly wants_digest: boolean
  }
>

/** The fields of a user with those of both duties. Fields of a duty that the user does not have are null. */
export type UserFields = PersonFields & FlatFields<'driver', DriverDuty> & FlatFields<'dispatcher', DispatcherDuty>

const flatFields = (name: string, part: object | undefined) =>
  Object.fromEntries(Object.entries(part ?? {}).map(([field, value]) => [`${name}.${field}`, value]))

/** The body of a change with its parts flattened, the permissions sorted, and the photo as its stored path. */
export function flatChange(
  body: UserChange & OwnSettings,
  photo: string | null | undefined,
): RequestedFields<UserFields> {
  const { driver, dispatcher, photo: _, user_permissions: ids, ...own } = body
  const user_permissions = ids && [...ids].sort((a, b) => a - b)
  return { ...own, user_permissions, photo, ...flatFields('driver', driver), ...flatFields('dispatcher', dispatcher) }
}

/** The fields of one duty, under their own names: `status` for `driver.status`. */
export function dutyOf<Part>(fields: UserFields, name: 'driver' | 'dispatcher'): Part {
  const own = Object.entries(fields).filter(([field]) => field.startsWith(`${name}.`))
  // Safe cast: `flat` built the flat names from the part's own names.
  return Object.fromEntries(own.map(([field, value]) => [field.slice(name.length + 1), value])) as Part
}
