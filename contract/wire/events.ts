import * as z from 'zod/mini'
import { type Access, anyOf, HISTORY_ACCESS, type HistoryArea, signedIn, view } from './access.ts'
import { endpoint } from './endpoint.ts'
import { serverId, version } from './record.ts'

/** The longest time that a stream without a position can be asked for, in seconds. */
export const MAX_PAST_SECONDS = 3600

/** A record has this version now. Never more than that: what it says is asked for, by whoever may see it. */
export const recordChange = z.object({
  area: z.enum(Object.keys(HISTORY_ACCESS) as [HistoryArea, ...HistoryArea[]]),
  id: z.union([serverId, z.string()]),
  version,
})
export type RecordChange = z.output<typeof recordChange>

/**
 * Who hears of changes in an area: whoever may view it; of drivers and dispatchers also who sees them in the schedule, and of
 * drivers who sees them with their dispatcher.
 */
export const EVENT_ACCESS: Readonly<Record<HistoryArea, Access>> = {
  ...HISTORY_ACCESS,
  drivers: anyOf(view('drivers'), view('dispatchers'), view('schedule')),
  dispatchers: anyOf(view('dispatchers'), view('schedule')),
}

/** Areas whose records carry a text for an id, of their own or the company's making; all others are numbered. */
const NAMED_BY_TEXT: ReadonlySet<string> = new Set(['trucks', 'trailers'])

/** A record's id as the record itself carries it, from the text that the history keeps. */
export function recordIdOf(area: string, text: string): number | string {
  return NAMED_BY_TEXT.has(area) ? text : Number(text)
}

export const eventEndpoints = {
  stream: endpoint({
    name: 'events.stream',
    summary: 'What changes, as it happens: server-sent events, resumed by Last-Event-ID.',
    method: 'GET',
    path: '/api/events/',
    access: signedIn,
    /** `past`: without a Last-Event-ID, begin with what was changed in so many seconds before now. */
    query: z.object({
      past: z.optional(
        z.pipe(
          z.string().check(z.regex(/^\d{1,9}$/, 'A whole number is required.')),
          z.pipe(z.transform(Number), z.int().check(z.lte(MAX_PAST_SECONDS))),
        ),
      ),
    }),
    reply: null,
    events: {
      /** A record that this person may view has changed. */
      change: recordChange,
      /** Something on the map has moved: told to whoever may see any of it. */
      positions: z.object({}),
      /** Too much was missed to be told one by one: whatever is shown may be out of date. */
      reset: z.object({}),
      /** What this person may do has changed; the stream ends after it. */
      access: z.object({}),
    },
  }),
}
