import { userChanges } from '#contract/people/user-changes.ts'
import { compareUsers, type OtherUser, type User, userEndpoints, userFits, userKind } from '#contract/people/users.ts'
import { ownSessionEndpoints } from '#contract/session/own-sessions.ts'
import { passwordEndpoints } from '#contract/session/passwords.ts'
import { administrator, view } from '#contract/wire/access.ts'
import { kind } from '#contract/wire/record.ts'
import { ApiError } from '#src/api/api-error.ts'
import { call } from '#src/api/call.ts'
import { invalidateDeclined, refreshAfterDone } from '#src/offline/invalidate-after-settle.ts'
import { newUuid } from '#src/offline/outbox/entry/uuid-v7.ts'
import { prefetchList } from '#src/offline/prefetch/prefetch-list.ts'
import { wholeList } from '#src/offline/query-storage/whole-list.ts'
import { rowIn } from '#src/offline/reading/derived-list.ts'
import { type ListQuery, listQuery } from '#src/offline/reading/list-query.ts'
import { type RecordQuery, recordQuery } from '#src/offline/reading/record-query.ts'
import { USER_REFRESHES } from './user-refreshes.ts'
import { USER_DEFAULTS, type UserChoice } from './user-search.ts'

/** Their kind by name, their whole row by type. */
export const userRows = kind<User>(userKind.name, userKind.keyOf)

/** A user as a profile shows it: in full, or as others see it. */
export type ProfileUser = User | OtherUser
export const profileRows = kind<ProfileUser>(userKind.name, userKind.keyOf)

/** Users in an order, all or those of one role. */
export function userList(choice: UserChoice): ListQuery<User> {
  const { sort, filter } = choice
  const isWhole = sort === USER_DEFAULTS.sort && filter === ''
  return listQuery({
    key: ['users', 'list'],
    endpoint: userEndpoints.list,
    query: { order_by: sort, role: filter },
    kind: userRows,
    fits: (row: User) => userFits(row, filter),
    compare: compareUsers(sort),
    newFirst: true,
    partOf: isWhole ? null : userList(USER_DEFAULTS),
  })
}

/** The areas by which more or less is told of another user. */
const SHOWING = ['drivers', 'dispatchers', 'schedule', 'trucks', 'trailers'] as const

/** One user; `ref` is the server's id, or the name that a device gave. */
export function userQuery(ref: string): RecordQuery<ProfileUser> {
  return recordQuery({
    key: ['users', 'one'],
    endpoint: userEndpoints.find,
    params: { id: ref },
    parts: [administrator, ...SHOWING.map(view)],
    within: () => rowIn(userList(USER_DEFAULTS), (row) => `${row.id}` === ref || row.client_id === ref),
  })
}

/** As many sign-ins of a person are shown: what is left out can't be ended by itself. */
export const SESSIONS_SHOWN = 100

/** Where the person is signed in. */
export const ownSessions = recordQuery({
  key: ['sessions'],
  endpoint: ownSessionEndpoints.list,
  query: { limit: SESSIONS_SHOWN },
})

/** Rows a page of the kept list: some 120 kB, read and written in a few milliseconds. */
const KEPT_PAGE = 250

/** What an administrator's device keeps of the users without being asked. */
export const usersToKeep = prefetchList(() => [wholeList(userList(USER_DEFAULTS), { limit: KEPT_PAGE })])

const once = () => ({ 'idempotency-key': `"${newUuid()}"` })

/** Deletes a user at once. Needs the network, for no device keeps a password to send it later. Throws an `ApiError`. */
export async function deleteUser(user: User, password: string): Promise<void> {
  const headers = { ...once(), 'if-match': `"${user.version}"` }
  await call(userChanges.remove, { params: { id: user.id }, headers, body: { current_password: password } }).catch(
    async (error: unknown) => {
      // Changed meanwhile: the next try is upon what the list shows by then.
      if (error instanceof ApiError && error.status === 412) invalidateDeclined(USER_REFRESHES)
      throw error
    },
  )
  await refreshAfterDone(USER_REFRESHES)
}

/** Has a link to set a new password mailed. Throws an `ApiError`. */
export async function sendResetLink(email: string): Promise<void> {
  await call(passwordEndpoints.sendLink, { headers: once(), body: { email } })
}

/** Changes the signed-in person's own password, which ends that person's other sessions. Throws an `ApiError`. */
export async function changeOwnPassword(current: string, wanted: string): Promise<void> {
  const body = { current_password: current, new_password: wanted }
  await call(userChanges.updateMe, { headers: once(), body })
  await refreshAfterDone([['sessions']])
}

/** Ends all of the person's own sessions but this one. Throws an `ApiError`. */
export async function endOtherSessions(): Promise<void> {
  await call(ownSessionEndpoints.endOthers, { headers: once() })
  await refreshAfterDone([['sessions']])
}

/** Ends one of the person's own sessions. Throws an `ApiError`. */
export async function endOwnSession(id: string): Promise<void> {
  await call(ownSessionEndpoints.end, { params: { id }, headers: once() })
  await refreshAfterDone([['sessions']])
}
