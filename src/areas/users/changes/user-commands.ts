import { type Driver, driverKind } from '#contract/people/drivers.ts'
import { userChanges } from '#contract/people/user-changes.ts'
import type { User } from '#contract/people/users.ts'
import { personContactKind } from '#contract/wire/people.ts'
import { type Effect, patched, removed } from '#src/offline/command.ts'
import { NO_ID_YET } from '#src/record/identity.ts'
import { patchCommand } from '#src/record/patch-command.ts'
import { bodyOf, patchFor, userInverse, withPatch } from '../user-patch.ts'
import { PARTS, type UserPatch, userPage, userRecord } from './user-record.ts'

/** The effects on the driver that the user is, in all lists of drivers. */
function driverEffects(was: User, to: UserPatch): readonly Effect[] {
  const driver = was.driver?.id ?? NO_ID_YET
  if (driver === NO_ID_YET) return []
  if (to.role !== undefined && to.role !== 'driver') return [removed(driverKind, `${driver}`)]
  return [patched(driverKind, `${driver}`, (row) => ('user' in row ? asDriver(row, to) : row))]
}

/** The effects on copies of the user's contact: units with this fleet manager. */
function contactEffects({ id }: User, to: UserPatch): readonly Effect[] {
  const contactFields = REACHED.flatMap((name) => (to[name] === undefined ? [] : [[name, to[name]] as const]))
  if (contactFields.length === 0 || id === NO_ID_YET) return []
  return [patched(personContactKind, `${id}`, (row) => ({ ...row, ...Object.fromEntries(contactFields) }))]
}
const REACHED = ['first_name', 'last_name', 'email', 'phone'] as const

// Rows of this record kind are only typed by their keys. Rows with a role are users.
const changed = <Row extends object>(row: Row, to: UserPatch): Row =>
  withPatch(row as unknown as User, to) as unknown as Row

function asDriver<Row extends object>(row: Row, to: UserPatch): Row {
  const { user: person, ...rest } = row as unknown as Driver
  const { first_name, last_name, email, phone } = { ...person, ...to }
  const status = to['driver.status']
  const duty = status === undefined ? {} : { current_status: status }
  // Picker rows have no dates, and neither do schedule rows stored before dates existed.
  const dates =
    status !== undefined && 'current_status_date_from' in row
      ? {
          current_status_date_from: to['driver.status_date_from'] ?? null,
          status_date_to: to['driver.status_date_to'] ?? null,
        }
      : {}
  return { ...rest, user: { ...person, first_name, last_name, email, phone }, ...duty, ...dates } as unknown as Row
}

/** Drops the dates of a former status when a later change sets another status. */
function withoutFormerDates(earlier: UserPatch, later: UserPatch): UserPatch {
  const parts = PARTS.filter((part) => later[`${part}.status`] !== undefined)
  const isFormer = (name: string) => parts.some((part) => name.startsWith(`${part}.status_date_`))
  return Object.fromEntries(Object.entries(earlier).filter(([name]) => !isFormer(name)))
}

const OF_ACCOUNT = ['email', 'role', 'is_active', 'user_permissions'] as const

/** Changes a user: profile fields, role with its status, permissions, account. */
export const changeUser = patchCommand(userRecord, {
  name: 'users.change',
  version: 1,
  endpoint: userChanges.update,
  areas: ['users', 'drivers', 'dispatchers', 'trucks', 'trailers', 'security', 'sessions'],
  body: ({ to }) => bodyOf(to),
  changesAccount: ({ to }) => OF_ACCOUNT.some((name) => to[name] !== undefined),
  changed: (row, { to }) => ('role' in row ? changed(row, to) : row),
  otherEffects: ({ was, to }) => [...contactEffects(was, to), ...driverEffects(was, to)],
  merge: ({ was, to: earlier }, { to: later }) => {
    const to = { ...withoutFormerDates(earlier, later), ...later }
    return { was, to: patchFor(to, to.role ?? was.role) }
  },
  page: userPage,
  undoPatch: ({ was, to }) => userInverse(was, to),
})
