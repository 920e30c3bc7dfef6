import { type SecurityEvent, securityEndpoints } from '#contract/session/security.ts'
import { userSessionEndpoints } from '#contract/session/user-sessions.ts'
import { kind } from '#contract/wire/record.ts'
import { call } from '#src/api/call.ts'
import { newUuid } from '#src/offline/outbox/entry/uuid-v7.ts'
import { type ListQuery, listQuery } from '#src/offline/reading/list-query.ts'
import { refetchAfterCall } from '#src/offline/refetch-after-call.ts'
import { isNarrowed, type SecurityFilter, securityFits } from './security-filter.ts'

export const securityRows = kind<SecurityEvent>('security_event', ({ id }) => `${id}`)

const newestFirst = (a: SecurityEvent, b: SecurityEvent) => b.id - a.id

/** The security log, the newest first, with a filter. */
export function securityList(filter: SecurityFilter): ListQuery<SecurityEvent> {
  return listQuery({
    key: ['security', 'list'],
    endpoint: securityEndpoints.list,
    query: { ...filter },
    areas: ['security'],
    kind: securityRows,
    fits: securityFits(filter),
    compare: newestFirst,
    partOf: isNarrowed(filter) ? securityList({}) : null,
  })
}

/** A link to these events as CSV, valid for ten minutes. Throws an `ApiError`. */
export async function securityCsvLink(filter: SecurityFilter): Promise<string> {
  const { data } = await call(securityEndpoints.exportLink, { body: filter })
  return data.url
}

/** Ends the sessions of all users except the current session. Throws an `ApiError`. */
export async function endEverybody(): Promise<void> {
  const headers = { 'idempotency-key': `"${newUuid()}"` }
  await call(userSessionEndpoints.endOfAll, { headers, body: { sessions: 'all_but_own' } })
  await refetchAfterCall(['security', 'sessions'])
}
