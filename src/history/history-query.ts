import type { HistoryArea } from '#contract/wire/access.ts'
import type { EndpointShape } from '#contract/wire/endpoint.ts'
import type { pageOf } from '#contract/wire/page.ts'
import { type HistoryEntry, type historyEntry, kind } from '#contract/wire/record.ts'
import { type ListQuery, listQuery } from '#src/offline/reading/list-query.ts'

/** One field of one change of a record. No waiting change affects these rows: they show the server's history. */
const historyKind = kind<HistoryEntry>('history', ({ version, field }) => `${version}/${field}`)

/** One of the `historyEndpoints`. */
type HistoryEndpoint = EndpointShape & { readonly reply: ReturnType<typeof pageOf<typeof historyEntry>> }

export interface HistoryOf {
  /** The area of the record, and the first part of the query's key. */
  readonly area: HistoryArea
  readonly endpoint: HistoryEndpoint
  /** The record's id on the server. */
  readonly id: number | string
}

/** Declares the history of one record, newest change first. It shows names of users and current numbers of units. */
export function historyQuery({ area, endpoint, id }: HistoryOf): ListQuery<HistoryEntry> {
  const areas = [area, 'users', 'trucks', 'trailers'] as const
  return listQuery({ key: [area, 'history'], endpoint, params: { id }, areas, kind: historyKind })
}
