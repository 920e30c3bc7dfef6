import type { EndpointShape } from '#contract/wire/endpoint.ts'
import type { pageOf } from '#contract/wire/page.ts'
import { type HistoryEntry, type historyEntry, kind } from '#contract/wire/record.ts'
import { type ListQuery, listQuery } from '#src/offline/reading/list-query.ts'

/** One field of one change of a record. No waiting change is laid over these: they are what the server has. */
const historyKind = kind<HistoryEntry>('history', ({ version, field }) => `${version}/${field}`)

/** A read of `historyEndpoints`, whatever the area. */
type HistoryEndpoint = EndpointShape & { readonly reply: ReturnType<typeof pageOf<typeof historyEntry>> }

export interface HistoryOf {
  /** The first part of the area's query keys: the history is asked for anew when its records are. */
  readonly area: string
  readonly endpoint: HistoryEndpoint
  /** By which the server knows the record. */
  readonly id: number | string
}

/** Who changed what of one record, newest first, for an area to declare. */
export function historyQuery({ area, endpoint, id }: HistoryOf): ListQuery<HistoryEntry> {
  return listQuery({ key: [area, 'history'], endpoint, params: { id }, kind: historyKind })
}
