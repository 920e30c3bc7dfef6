import * as z from 'zod/mini'
import { type Access, anyOf, HISTORY_ACCESS, type HistoryArea, signedIn, view } from './access.ts'
import { changeRows } from './change-rows.ts'
import { endpoint } from './endpoint.ts'
import { serverId, version } from './record.ts'
import { syncPosition } from './sync.ts'

/** The longest time that `past` accepts, in seconds. */
export const MAX_PAST_SECONDS = 3600

/** A record has this version now. */
export const recordChange = z.object({
  area: z.enum(Object.keys(HISTORY_ACCESS) as [HistoryArea, ...HistoryArea[]]),
  id: z.union([serverId, z.string()]),
  version,
})
export type RecordChange = z.output<typeof recordChange>

/**
 * The access that the events of an area require: the access to its history. Drivers and dispatchers also appear in the
 * schedule, and drivers with their dispatcher, so these views receive the events too.
 */
export const EVENT_ACCESS: Readonly<Record<HistoryArea, Access>> = {
  ...HISTORY_ACCESS,
  drivers: anyOf(view('drivers'), view('dispatchers'), view('schedule')),
  dispatchers: anyOf(view('dispatchers'), view('schedule')),
}

/** Areas whose records have a text as id. All other ids are numbers. */
const TEXT_ID_AREAS: ReadonlySet<string> = new Set(['trucks', 'trailers'])

/** A record's id in the type of its area, from the text that the history stores. */
export function recordIdOf(area: string, text: string): number | string {
  return TEXT_ID_AREAS.has(area) ? text : Number(text)
}

export const eventEndpoints = {
  stream: endpoint({
    name: 'events.stream',
    summary: 'Changes as they happen: server-sent events, resumed by Last-Event-ID.',
    method: 'GET',
    path: '/api/events/',
    access: signedIn,
    /**
     * `past`: without a Last-Event-ID, the stream begins with the changes of this many seconds before now. `rows`: send
     * changes as `rows` events.
     */
    query: z.object({
      rows: z.optional(z.stringbool()),
      past: z.optional(
        z.pipe(
          z.string().check(z.regex(/^\d{1,9}$/, 'A whole number is required.')),
          z.pipe(z.transform(Number), z.int().check(z.lte(MAX_PAST_SECONDS))),
        ),
      ),
    }),
    reply: null,
    events: {
      /** A record that this user may view has changed. Its fields are not sent: a call that checks the access has them. */
      change: recordChange,
      /** Records have changed, with their rows in the lists of `SYNCED_LISTS`. */
      rows: z.object({
        ...changeRows.shape,
        /** A list that has all changes from before the stream began, and all rows of the stream, now has this position. */
        position: syncPosition,
        /** When the latest of the changes was made, in milliseconds since 1970. */
        at: z.number(),
      }),
      /** Something on the map has moved. Sent to users with `MAP_ACCESS`. */
      positions: z.object({}),
      /** The client missed too many changes to list them. Everything it shows may be stale. */
      reset: z.object({}),
      /** The user's permissions have changed. The stream ends after this event. */
      access: z.object({}),
    },
  }),
}
