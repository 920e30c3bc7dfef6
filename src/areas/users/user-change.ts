import * as z from 'zod/mini'
import { role } from '#contract/current-user.ts'
import { position } from '#contract/drivers.ts'
import { dispatcherStatus, dutyStatus } from '#contract/duty.ts'
import { isoDate } from '#contract/record.ts'
import { dispatcherOfUser, driverOfUser, type User, type UserChange, user } from '#contract/users.ts'

/** The id of a user, driver or dispatcher that only this device knows so far. */
export const NO_ID_YET = 0
const anyId = z.int().check(z.nonnegative())

/** A user as the person saw it when changing it: the server's, or one that this device made and has not sent. */
export const seenUser = z.object({
  ...user.shape,
  id: anyId,
  driver: z.nullable(z.object({ ...driverOfUser.shape, id: anyId })),
  dispatcher: z.nullable(z.object({ ...dispatcherOfUser.shape, id: anyId })),
})

/** The version that a change is made upon; none of a user whom no server knows yet. */
export const seenVersionOf = ({ version }: Pick<User, 'version'>) => (version > 0 ? version : null)

const text = z.optional(z.string())
const day = z.optional(z.nullable(isoDate))
const number = z.optional(z.nullable(z.int()))

/** What a change gives a user, under the names by which the server tells of conflicts. What is absent stays. */
export const userPatch = z.object({
  first_name: text,
  last_name: text,
  email: text,
  phone: text,
  role: z.optional(role),
  is_active: z.optional(z.boolean()),
  user_permissions: z.optional(z.array(z.int())),
  'driver.status': z.optional(dutyStatus),
  'driver.status_date_from': day,
  'driver.status_date_to': day,
  'driver.position': z.optional(position),
  'driver.gomotive_id': number,
  'driver.pilot_flying_j_driver_id': number,
  'dispatcher.status': z.optional(dispatcherStatus),
  'dispatcher.status_date_from': day,
  'dispatcher.status_date_to': day,
})
export type UserPatch = z.output<typeof userPatch>
type Part = 'driver' | 'dispatcher'

const NO_DATES = { status_date_from: null, status_date_to: null }
const noDriver = {
  id: NO_ID_YET,
  status: 'detention__layover',
  ...NO_DATES,
  position: 'company_driver',
  gomotive_id: null,
  pilot_flying_j_driver_id: null,
} as const satisfies User['driver']
const noDispatcher = { id: NO_ID_YET, status: 'on_vacation', ...NO_DATES } as const satisfies User['dispatcher']

const told = (patch: UserPatch) => Object.entries(patch).filter(([, value]) => value !== undefined)
const isOf = (name: string, part: Part) => name.startsWith(`${part}.`)

/** A patch's fields of one part, under the part's own names. */
function partOf(patch: UserPatch, part: Part): Record<string, unknown> {
  const own = told(patch).filter(([name]) => isOf(name, part))
  return Object.fromEntries(own.map(([name, value]) => [name.slice(part.length + 1), value]))
}
const ownOf = (patch: UserPatch) => Object.fromEntries(told(patch).filter(([name]) => !name.includes('.')))

/** What a role leaves of a patch: the status of a dispatcher says nothing of a driver. */
export function patchFor(patch: UserPatch, of: User['role']): UserPatch {
  return Object.fromEntries(told(patch).filter(([name]) => !name.includes('.') || name.startsWith(`${of}.`)))
}

/** A user's fields under the names of a patch; those of a part that the user has not are absent. */
export function flatUser(row: User): Readonly<Record<string, unknown>> {
  const flat = (part: Part) =>
    Object.entries(row[part] ?? {}).map(([name, value]) => [`${part}.${name}`, value] as const)
  return { ...row, ...Object.fromEntries([...flat('driver'), ...flat('dispatcher')]) }
}

/** A part with a patch's fields; a new status drops the dates of the former one, as at the server. */
function partWith<P extends object>(part: P, patch: UserPatch, name: Part): P {
  const change = partOf(patch, name)
  return { ...part, ...('status' in change ? NO_DATES : {}), ...change }
}

/** A user as a change leaves it, for what is shown while the change waits. */
export function withPatch(row: User, patch: UserPatch): User {
  const next: User = { ...row, ...ownOf(patch) }
  return {
    ...next,
    driver: next.role === 'driver' ? partWith(row.driver ?? noDriver, patch, 'driver') : null,
    dispatcher: next.role === 'dispatcher' ? partWith(row.dispatcher ?? noDispatcher, patch, 'dispatcher') : null,
  }
}

/** The patch that puts back what another one changes: of a status its dates too, with a role all that goes with it. */
export function inversePatch(was: User, patch: UserPatch): UserPatch {
  const names = new Set(told(patch).map(([name]) => name))
  const before = Object.entries(flatUser(was)).filter(([name]) => {
    const [part = '', field = ''] = name.split('.')
    if (!name.includes('.') || field === 'id') return names.has(name)
    return names.has('role') || names.has(name) || (field in NO_DATES && names.has(`${part}.status`))
  })
  return userPatch.parse(Object.fromEntries(before))
}

/** The patch as the call takes it. */
export function bodyOf(patch: UserPatch): UserChange {
  const parts = (['driver', 'dispatcher'] as const).map((part) => [part, partOf(patch, part)] as const)
  return { ...ownOf(patch), ...Object.fromEntries(parts.filter(([, fields]) => Object.keys(fields).length > 0)) }
}
