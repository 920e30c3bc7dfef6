import type { UserChange } from '#contract/people/user-changes.ts'
import type { User } from '#contract/people/users.ts'
import { readField } from '#src/record/field-list.ts'
import { NO_ID_YET } from '#src/record/identity.ts'
import { PARTS, type Part, type UserPatch, userRecord } from './changes/user-record.ts'

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

const setFields = (patch: UserPatch) => Object.entries(patch).filter(([, value]) => value !== undefined)
const isOf = (name: string, part: Part) => name.startsWith(`${part}.`)

/** A patch's fields of one part, without the part's prefix. */
function partOf(patch: UserPatch, part: Part): Record<string, unknown> {
  const own = setFields(patch).filter(([name]) => isOf(name, part))
  return Object.fromEntries(own.map(([name, value]) => [name.slice(part.length + 1), value]))
}
const ownOf = (patch: UserPatch) => Object.fromEntries(setFields(patch).filter(([name]) => !name.includes('.')))

/** The fields of a patch that apply to a role: a dispatcher's status does not apply to a driver. */
export function patchFor(patch: UserPatch, of: User['role']): UserPatch {
  return Object.fromEntries(setFields(patch).filter(([name]) => !name.includes('.') || name.startsWith(`${of}.`)))
}

/** A part with a patch applied. A new status drops the dates of the former one, as on the server. */
function partWith<P extends object>(part: P, patch: UserPatch, name: Part): P {
  const change = partOf(patch, name)
  return { ...part, ...('status' in change ? NO_DATES : {}), ...change }
}

/** A user with a patch applied, shown while the change waits. */
export function withPatch(row: User, patch: UserPatch): User {
  const next: User = { ...row, ...ownOf(patch) }
  return {
    ...next,
    driver: next.role === 'driver' ? partWith(row.driver ?? noDriver, patch, 'driver') : null,
    dispatcher: next.role === 'dispatcher' ? partWith(row.dispatcher ?? noDispatcher, patch, 'dispatcher') : null,
  }
}

/** The inverse of a patch. For a status it includes the dates, for a role everything that depends on it. */
export function userInverse(was: User, patch: UserPatch): UserPatch {
  const names = new Set(setFields(patch).map(([name]) => name))
  const isPutBack = (name: string) => {
    const [part = '', field = ''] = name.split('.')
    if (names.has(name)) return true
    return name.includes('.') && (names.has('role') || (field in NO_DATES && names.has(`${part}.status`)))
  }
  const before = Object.keys(userRecord.fields)
    .filter(isPutBack)
    .map((name) => [name, readField<User>(userRecord.fields, name, was)] as const)
  // A user with another role does not have this part.
  return Object.fromEntries(before.filter(([, value]) => value !== undefined))
}

/** The patch in the form of the call's body. */
export function bodyOf(patch: UserPatch): UserChange {
  const parts = PARTS.map((part) => [part, partOf(patch, part)] as const)
  return { ...ownOf(patch), ...Object.fromEntries(parts.filter(([, fields]) => Object.keys(fields).length > 0)) }
}
