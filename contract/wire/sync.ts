import * as z from 'zod/mini'
import { signedIn } from '#contract/wire/access.ts'
import { endpoint } from '#contract/wire/endpoint.ts'
import { serverId } from '#contract/wire/record.ts'

/**
 * How far a device knows the changes of the company. Devices store it and send it back unchanged; only the server reads
 * it.
 */
export const syncPosition = z
  .string()
  .check(z.regex(/^[0-9a-z._-]{1,8000}$/, 'Enter a position from an earlier response.'))

const rowId = z.union([serverId, z.string()])

/** List names with commas between them. Names that the server does not know are refused one by one. */
const listNames = z.pipe(
  z.string().check(z.regex(/^[a-z]+\.[a-z]+(,[a-z]+\.[a-z]+){0,99}$/i, 'Enter list names, with commas between.')),
  z.pipe(
    z.transform((text: string) => [...new Set(text.split(','))]),
    z.array(z.string()),
  ),
)

/** The rows of one list that changed. */
export const changedList = z.object({
  /** One of `SYNCED_LISTS`. A text here, so that devices do not load the calls of all lists with this file. */
  list: z.string(),
  /** Rows as the list's own call would send them now, in no particular order. A device checks them by that call. */
  rows: z.array(z.looseObject({ id: rowId })),
  /** The ids of rows that are no longer in the list, or never were. */
  gone: z.array(rowId),
})
export type ChangedList = z.output<typeof changedList>

export const syncEndpoints = {
  changes: endpoint({
    name: 'sync.changes',
    summary: 'The rows that changed after a position, list by list. Without a position: only the current position.',
    method: 'GET',
    path: '/api/sync/',
    access: signedIn,
    query: z.object({ after: z.optional(syncPosition), lists: z.optional(listNames) }),
    reply: z.object({
      /** The position that these rows reach. */
      position: syncPosition,
      /**
       * Whether the device must start over: fetch its lists from their beginning, then continue after `position`. The
       * position in the request is too old, or this database never issued it: it was restored from a backup.
       */
      must_restart: z.boolean(),
      /** False when there are more changes after `position`. */
      is_complete: z.boolean(),
      /** The requested lists that have changed rows. */
      lists: z.array(changedList),
      /** The requested lists that this user may not see, or that the server does not know. */
      refused: z.array(z.string()),
    }),
  }),
}
