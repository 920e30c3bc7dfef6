import * as z from 'zod/mini'
import { type Driver, driverKind } from '#contract/drivers.ts'
import { contactKind, fullName } from '#contract/people.ts'
import { type User, user, userEndpoints, userKind } from '#contract/users.ts'
import { type Command, command, type Effect, patched, recordKey, removed } from '#src/offline/command.ts'
import {
  bodyOf,
  inversePatch,
  NO_ID_YET,
  patchFor,
  seenUser,
  seenVersionOf,
  type UserPatch,
  userPatch,
  withPatch,
} from './user-change.ts'
import { changeWords, userFields } from './user-change-fields.ts'
import { USER_REFRESHES } from './user-queries.ts'

const keyOf = (row: User) => recordKey(userKind, userKind.keyOf(row))

/** What the server calls the user, or what this device called it. */
export function refOf({ id, client_id }: User): number | string {
  if (id !== NO_ID_YET) return id
  if (client_id === null) throw new Error('a user has neither an id nor a client_id')
  return client_id
}

export function versionOfReply(reply: unknown, was: User) {
  const now = user.safeParse(reply)
  return now.success ? [{ key: keyOf(was), version: now.data.version }] : []
}

/** The user in its own lists; the driver that the user is, wherever drivers stand. */
export function effectsOf(was: User, to: UserPatch): readonly Effect[] {
  const own = [
    patched(userKind, userKind.keyOf(was), (row) => ('role' in row ? changed(row, to) : row), was),
    ...reachedEffects(was, to),
  ]
  const driver = was.driver?.id ?? NO_ID_YET
  if (driver === NO_ID_YET) return own
  if (to.role !== undefined && to.role !== 'driver') return [...own, removed(driverKind, `${driver}`)]
  return [...own, patched(driverKind, `${driver}`, (row) => ('user' in row ? asDriver(row, to) : row))]
}

/** How the user is reached, wherever else that is told: units whose fleet manager it is. */
function reachedEffects({ id }: User, to: UserPatch): readonly Effect[] {
  const said = REACHED.flatMap((name) => (to[name] === undefined ? [] : [[name, to[name]] as const]))
  if (said.length === 0 || id === NO_ID_YET) return []
  return [patched(contactKind, `${id}`, (row) => ({ ...row, ...Object.fromEntries(said) }))]
}
const REACHED = ['first_name', 'last_name', 'email', 'phone'] as const

// The kind's rows are known by their keys alone; those that carry a role are users.
const changed = <Row extends object>(row: Row, to: UserPatch): Row =>
  withPatch(row as unknown as User, to) as unknown as Row

function asDriver<Row extends object>(row: Row, to: UserPatch): Row {
  const { user: person, ...rest } = row as unknown as Driver
  const { first_name, last_name, email, phone } = { ...person, ...to }
  const status = to['driver.status']
  const duty = status === undefined ? {} : { current_status: status }
  // A name for pickers carries no dates, nor does what a device kept of the schedule before it told them.
  const dates =
    status !== undefined && 'current_status_date_from' in row
      ? {
          current_status_date_from: to['driver.status_date_from'] ?? null,
          status_date_to: to['driver.status_date_to'] ?? null,
        }
      : {}
  return { ...rest, user: { ...person, first_name, last_name, email, phone }, ...duty, ...dates } as unknown as Row
}

/** The dates of a status go with it when another one follows. */
function withoutFormerDates(earlier: UserPatch, later: UserPatch): UserPatch {
  const parts = (['driver', 'dispatcher'] as const).filter((part) => later[`${part}.status`] !== undefined)
  const isFormer = (name: string) => parts.some((part) => name.startsWith(`${part}.status_date_`))
  return Object.fromEntries(Object.entries(earlier).filter(([name]) => !isFormer(name)))
}

const OF_ACCOUNT = ['email', 'role', 'is_active', 'user_permissions'] as const
const changeInput = z.object({ was: seenUser, to: userPatch })
type ChangeUser = z.output<typeof changeInput>

/** Changes a user: the fields of the profile, the role with the status that goes with it, the permissions, the account. */
export const changeUser: Command<ChangeUser> = command({
  name: 'users.change',
  version: 1,
  endpoint: userEndpoints.update,
  input: changeInput,
  request: ({ was, to }) => ({ params: { id: refOf(was) }, body: bodyOf(to) }),
  touches: ({ was }) => [keyOf(was)],
  changesAccount: ({ to }) => OF_ACCOUNT.some((name) => to[name] !== undefined),
  shows: ({ was, to }) => effectsOf(was, to),
  merge: ({ was, to: earlier }, { to: later }) => {
    const to = { ...withoutFormerDates(earlier, later), ...later }
    return { was, to: patchFor(to, to.role ?? was.role) }
  },
  inverse: ({ was, to }) => [
    {
      command: changeUser,
      input: { was: withPatch(was, to), to: inversePatch(was, to) },
      seenVersion: seenVersionOf(was),
    },
  ],
  fields: userFields,
  onto: (input, current) => ({ ...input, was: user.safeParse(current).data ?? input.was }),
  describe: (input) => ({ record: fullName(input.was), change: changeWords(input) }),
  versions: (reply, { was }) => versionOfReply(reply, was),
  refreshes: USER_REFRESHES,
})
