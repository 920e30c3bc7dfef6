import { userChanges } from '#contract/people/user-changes.ts'
import { compareUsers, type OtherUser, type User, userEndpoints, userFits, userKind } from '#contract/people/users.ts'
import { ownSessionEndpoints } from '#contract/session/own-sessions.ts'
import { passwordEndpoints } from '#contract/session/passwords.ts'
import { administrator, view } from '#contract/wire/access.ts'
import type { DataArea } from '#contract/wire/data-areas.ts'
import { kind } from '#contract/wire/record.ts'
import { ApiError } from '#src/api/api-error.ts'
import { call } from '#src/api/call.ts'
import { newUuid } from '#src/offline/outbox/entry/uuid-v7.ts'
import { prefetchList } from '#src/offline/prefetch/prefetch-list.ts'
import { wholeList } from '#src/offline/query-storage/whole-list.ts'
import { findStoredRow } from '#src/offline/reading/derived-list.ts'
import { type ListQuery, listQuery } from '#src/offline/reading/list-query.ts'
import { type RecordQuery, recordQuery } from '#src/offline/reading/record-query.ts'
import { refetchAfterCall } from '#src/offline/refetch-after-call.ts'
import { invalidateAreas } from '#src/offline/refetch-after-settle.ts'
import { USER_DEFAULTS, type UserChoice } from './user-search.ts'

/** The record kind of users, with the full row type. */
export const userRows = kind<User>(userKind.name, userKind.keyOf)

/** The user of a profile: the full user, or the part that others may see. */
export type ProfileUser = User | OtherUser
export const profileRows = kind<ProfileUser>(userKind.name, userKind.keyOf)

/** The users in a sort order, all or with one role. */
export function userList(choice: UserChoice): ListQuery<User> {
  const { sort, filter } = choice
  const isWhole = sort === USER_DEFAULTS.sort && filter === ''
  return listQuery({
    key: ['users', 'list'],
    endpoint: userEndpoints.list,
    isSynced: true,
    query: { order_by: sort, role: filter },
    areas: ['users'],
    kind: userRows,
    fits: (row: User) => userFits(row, filter),
    compare: compareUsers(sort),
    newFirst: true,
    partOf: isWhole ? null : userList(USER_DEFAULTS),
  })
}

/** The permissions that decide how much of another user is visible. */
const USER_AREAS = ['drivers', 'dispatchers', 'schedule', 'trucks', 'trailers'] as const

/** One user. `ref` is the server's id or a client id. */
export function userQuery(ref: string): RecordQuery<ProfileUser> {
  return recordQuery({
    key: ['users', 'one'],
    endpoint: userEndpoints.find,
    params: { id: ref },
    areas: ['users'],
    parts: [administrator, ...USER_AREAS.map(view)],
    derive: () => findStoredRow(userList(USER_DEFAULTS), (row) => `${row.id}` === ref || row.client_id === ref),
  })
}

/** The most sessions shown. Others can't be ended one by one. */
export const SESSIONS_SHOWN = 100

/** The signed-in user's sessions. */
export const ownSessions = recordQuery({
  key: ['sessions'],
  endpoint: ownSessionEndpoints.list,
  query: { limit: SESSIONS_SHOWN },
  areas: ['sessions'],
})

/** Rows per page of the stored list: about 120 kB, read and written in a few milliseconds. */
const STORED_PAGE = 250

/** Prefetched for administrators: all users. */
export const usersToPrefetch = prefetchList(() => [wholeList(userList(USER_DEFAULTS), { limit: STORED_PAGE })])

/** A deleted user leaves the lists with all duties and sessions, and the units become free. */
export const DELETION_AREAS: readonly DataArea[] = [
  'users',
  'drivers',
  'dispatchers',
  'trucks',
  'trailers',
  'security',
  'sessions',
]

const once = () => ({ 'idempotency-key': `"${newUuid()}"` })

/**
 * Deletes a user immediately. It needs a network: a password is never stored to be sent later. Throws an `ApiError`.
 */
export async function deleteUser(user: User, password: string): Promise<void> {
  const headers = { ...once(), 'if-match': `"${user.version}"` }
  await call(userChanges.remove, { params: { id: user.id }, headers, body: { current_password: password } }).catch(
    async (error: unknown) => {
      // The user was changed in the meantime. The next attempt uses the refetched list.
      if (error instanceof ApiError && error.status === 412) invalidateAreas(['users'])
      throw error
    },
  )
  await refetchAfterCall(DELETION_AREAS)
}

/** Mails a link to set a new password. Throws an `ApiError`. */
export async function sendResetLink(email: string): Promise<void> {
  await call(passwordEndpoints.sendLink, { headers: once(), body: { email } })
}

/** Changes the signed-in user's password, which ends the user's other sessions. Throws an `ApiError`. */
export async function changeOwnPassword(current: string, wanted: string): Promise<void> {
  const body = { current_password: current, new_password: wanted }
  await call(userChanges.updateMe, { headers: once(), body })
  await refetchAfterCall(['sessions', 'security', 'users'])
}

/** Ends all of the user's own sessions except this one. Throws an `ApiError`. */
export async function endOtherSessions(): Promise<void> {
  await call(ownSessionEndpoints.endOthers, { headers: once() })
  await refetchAfterCall(['sessions', 'security'])
}

/** Ends one of the user's own sessions. Throws an `ApiError`. */
export async function endOwnSession(id: string): Promise<void> {
  await call(ownSessionEndpoints.end, { params: { id }, headers: once() })
  await refetchAfterCall(['sessions', 'security'])
}
