import * as z from 'zod/mini'

const INVALID_DATE = 'Enter a date as yyyy-MM-dd.'
/**
 * A calendar day, `yyyy-MM-dd`. Impossible days (2026-02-30, the year 0000) are refused. For stored days and responses;
 * days in requests also have bounds (`days.ts`).
 */
export const isoDate = z.iso
  .date({ error: ({ code }) => (code === 'invalid_format' ? INVALID_DATE : undefined) })
  .check(z.refine((day) => !day.startsWith('0000'), INVALID_DATE))
/**
 * Whether no field accepts this day: before 1990 or after 2099 (`day-bounds.ts`). Such days that are stored already are
 * marked on screen, and no time spans are computed from them.
 */
export const isImplausibleDay = (day: string): boolean => day < '1990' || day >= '2100'
/** A day that some field accepts. For URLs of the app, which ignore all other days. */
export const plausibleDay = isoDate.check(z.refine((day) => !isImplausibleDay(day)))
/** An instant, ISO 8601 UTC. */
export const instant = z.iso.datetime()
/** The id that the server gives to a record: a positive integer. */
export const serverId = z.int().check(z.positive())
/** The id that a device gives to a record that it creates: a UUIDv7. Accepted wherever an id is. */
export const clientId = z.guid()
/** How often a record was changed. */
export const version = z.int().check(z.nonnegative())

/** An id in a path: the server's id, or the `client_id` of a record that a device created. */
export const idParam = z.object({
  id: z.pipe(
    z.string().check(z.regex(/^(\d{1,15}|[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12})$/i, 'Enter a valid id.')),
    z.transform((text: string): number | string => (/^\d+$/.test(text) ? Number(text) : text.toLowerCase())),
  ),
})
/** A record in a path or a change: its id, or the `client_id` that a device gave it. */
export type RecordRef = number | string

/**
 * The names of a record's fields with a vendor's id that another record also has: stored before such ids were refused.
 * Absent in older responses stored on a device.
 */
export const sharedIds = { shared_ids: z.optional(z.array(z.string())) }

/** The author of a change, as other users see it. */
export const changedBy = z.object({ id: serverId, first_name: z.string(), last_name: z.string() })

/** One field of one change, in the response of `GET /api/history/{area}/{id}/`. */
export const historyEntry = z.object({
  version,
  at: instant,
  user: z.nullable(changedBy),
  field: z.string(),
  from: z.unknown(),
  to: z.unknown(),
})
export type HistoryEntry = z.output<typeof historyEntry>

/**
 * A kind of record on the device. The device applies waiting changes to the rows of this kind in every response.
 * `keyOf`: the key that a change and a row have in common, also before the server has given the record an id. `alsoOf`:
 * a second key, for changes that refer to the record by another id.
 */
export interface RecordKind<Row> {
  readonly name: string
  readonly keyOf: (row: Row) => string
  readonly alsoOf?: (row: Row) => string
}
/** Declares a record kind. `name` is the first part of record keys such as `driver/12`. */
export function kind<Row>(name: string, keyOf: (row: Row) => string, alsoOf?: (row: Row) => string): RecordKind<Row> {
  return { name, keyOf, ...(alsoOf && { alsoOf }) }
}
