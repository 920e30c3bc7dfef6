import type { EndpointShape } from '#contract/wire/endpoint.ts'
import type { pageOf } from '#contract/wire/page.ts'
import { type HistoryEntry, type historyEntry, kind } from '#contract/wire/record.ts'
import { type ListQuery, listQuery } from '#src/offline/reading/list-query.ts'

/** One field of one change of a record. No waiting change affects these rows: they show the server's history. */
const historyKind = kind<HistoryEntry>('history', ({ version, field }) => `${version}/${field}`)

/** One of the `historyEndpoints`. */
type HistoryEndpoint = EndpointShape & { readonly reply: ReturnType<typeof pageOf<typeof historyEntry>> }

export interface HistoryOf {
  /** The first part of the area's query keys: the history is refetched together with the area's records. */
  readonly area: string
  readonly endpoint: HistoryEndpoint
  /** The record's id on the server. */
  readonly id: number | string
}

/** Declares the history of one record, newest change first. */
export function historyQuery({ area, endpoint, id }: HistoryOf): ListQuery<HistoryEntry> {
  return listQuery({ key: [area, 'history'], endpoint, params: { id }, kind: historyKind })
}
