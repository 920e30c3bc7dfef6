import * as z from 'zod/mini'
import { serverId, version } from './record.ts'
import { changedList } from './sync.ts'

/** Changes of records, with the rows of lists that they changed. */
export const changeRows = z.object({
  /**
   * The records' new versions, as in the event `change`. May be empty, because rows also show other records. A newer
   * server may name areas that are unknown here.
   */
  changes: z.array(z.object({ area: z.string(), id: z.union([serverId, z.string()]), version })),
  /** The number of the latest change; 0 for none. Rows with a higher number were read later. */
  order: z.int(),
  /** As in the reply of `GET /api/sync/`. Null for too many rows: request them from there. */
  lists: z.nullable(z.array(changedList)),
})
export type ChangeRows = z.output<typeof changeRows>

/** The body of a successful response that follows the preference. */
export const answerWithRows = z.object({
  /** The body without the preference; null for a call without a reply. */
  reply: z.unknown(),
  /** Null when the change was made before, or changed too many rows to send. */
  rows: z.nullable(changeRows),
})
