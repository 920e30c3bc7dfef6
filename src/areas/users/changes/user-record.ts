import * as z from 'zod/mini'
import { dispatcherStatus } from '#contract/people/dispatcher-choices.ts'
import { DUTY_STATUSES, dutyStatus } from '#contract/people/driver-choices.ts'
import { DRIVER_TITLES, POSITIONS, position } from '#contract/people/drivers.ts'
import { dispatcherPartChange, driverPartChange, userChange } from '#contract/people/user-changes.ts'
import { dispatcherOfUser, driverOfUser, type User, user, userKind } from '#contract/people/users.ts'
import { role } from '#contract/wire/current-user.ts'
import { fullName } from '#contract/wire/people.ts'
import { isoDate } from '#contract/wire/record.ts'
import { appRecord } from '#src/record/app-record.ts'
import { typedText } from '#src/record/field-kinds.ts'
import type { FieldsOf, PatchOf, RecordField } from '#src/record/field-list.ts'
import { NO_ID_YET } from '#src/record/identity.ts'
import { DISPATCHER_CHOICES, permissionWords, ROLES, titleIn } from '../user-words.ts'

const anyId = z.int().check(z.nonnegative())

/** A user as seen by the author of a change: from the server, or created on this device and not sent yet. */
export const seenUser = z.object({
  ...user.shape,
  id: anyId,
  driver: z.nullable(z.object({ ...driverOfUser.shape, id: anyId })),
  dispatcher: z.nullable(z.object({ ...dispatcherOfUser.shape, id: anyId })),
})

/** The part of a user that depends on the role. */
export type Part = 'driver' | 'dispatcher'
export const PARTS = ['driver', 'dispatcher'] as const satisfies readonly Part[]

type Dotted<Of extends string, Shape> = { [Name in keyof Shape & string as `${Of}.${Name}`]: Shape[Name] }
/** The fields of a part under the dotted names that the server uses in conflicts: `driver.status`. */
const dotted = <const Of extends Part, Shape extends object>(of: Of, shape: Shape): Dotted<Of, Shape> =>
  // `Object.entries` loses the type of the keys.
  Object.fromEntries(Object.entries(shape).map(([name, schema]) => [`${of}.${name}`, schema])) as never

const { driver: _, dispatcher: __, ...ownChange } = userChange.shape
const flatChange = z.object({
  ...ownChange,
  ...dotted('driver', driverPartChange.shape),
  ...dotted('dispatcher', dispatcherPartChange.shape),
})

const plainly = (value: unknown) => (value === null || value === undefined || value === '' ? '–' : String(value))

const text = (title: string) =>
  ({ title, value: z.string(), as: { is: 'text' }, words: plainly, typed: typedText }) as const
/** A field that can only be changed in the user's form. */
const unchangeable = <Value>(title: string, value: RecordField<User, Value>['value'], words = plainly) =>
  ({ title, value, as: { is: 'unchangeable' }, words }) as const

/** A field of a part. Users with another role do not have it. */
const ofPart = <F extends object>(of: Part, name: string, field: F) => ({
  ...field,
  read: (row: User): unknown => row[of]?.[name as never],
})
const status = <Value extends string>(
  of: Part,
  value: RecordField<User, Value>['value'],
  choices: readonly { readonly value: string; readonly title: string }[],
) =>
  ofPart(of, 'status', {
    title: 'Status',
    value,
    as: { is: 'choice', of: choices } as const,
    words: (one: unknown) => titleIn(choices, plainly(one)),
    along: [`${of}.status_date_from`, `${of}.status_date_to`],
  })
/** The dates of a status, for a change of the dates only. */
const dates = <const Of extends Part>(of: Of) =>
  dotted(of, {
    status_date_from: ofPart(of, 'status_date_from', { ...dateField, title: 'From' }),
    status_date_to: ofPart(of, 'status_date_to', { ...dateField, title: 'To' }),
  })
const dateField = {
  value: z.nullable(isoDate),
  as: { is: 'date' } as const,
  words: plainly,
  isHiddenWhenTakenAlong: true as const,
}

const vendorId = (title: string, name: string) => ofPart('driver', name, unchangeable(title, z.nullable(z.int())))

/** A user: the account and the part of the role. */
export const userRecord = appRecord({
  kind: userKind,
  seen: seenUser,
  title: (row: User) => fullName(row),
  fields: {
    first_name: text('First name'),
    last_name: text('Last name'),
    email: text('Email'),
    phone: text('Phone'),
    // A role has a duty status of its own.
    role: {
      ...unchangeable('Role', role, (value) => titleIn(ROLES, plainly(value))),
      along: Object.keys(flatChange.shape).filter((name) => name.includes('.')),
    },
    is_active: unchangeable('Account', z.boolean(), (value) => (value === false ? 'Inactive' : 'Active')),
    user_permissions: unchangeable('Permissions', z.array(z.int()), (value) =>
      permissionWords(Array.isArray(value) ? value : []),
    ),
    'driver.status': status('driver', dutyStatus, DUTY_STATUSES),
    'dispatcher.status': status('dispatcher', dispatcherStatus, DISPATCHER_CHOICES),
    'driver.position': ofPart('driver', 'position', {
      title: DRIVER_TITLES.position,
      value: position,
      as: { is: 'choice', of: POSITIONS } as const,
      words: (value: unknown) => titleIn(POSITIONS, plainly(value)),
    }),
    'driver.gomotive_id': vendorId(DRIVER_TITLES.gomotive_id, 'gomotive_id'),
    'driver.pilot_flying_j_driver_id': vendorId(DRIVER_TITLES.pilot_flying_j_driver_id, 'pilot_flying_j_driver_id'),
    ...dates('driver'),
    ...dates('dispatcher'),
  } satisfies FieldsOf<User, z.output<typeof flatChange>, 'photo'>,
})
/** A change of a user's fields. Missing fields stay unchanged. */
export type UserPatch = PatchOf<typeof userRecord.fields>

/** The address of a user's profile. */
export const userPage = ({ was: { id, client_id } }: { readonly was: Pick<User, 'id' | 'client_id'> }): string =>
  `/users/${id === NO_ID_YET ? client_id : id}`
