import * as z from 'zod/mini'

const NO_DAY = 'Enter a date as yyyy-MM-dd.'
/**
 * A calendar day, `yyyy-MM-dd`; impossible days (2026-02-30, the year 0000) are refused. For what is stored and answered: a day
 * that may be given has bounds (`days.ts`).
 */
export const isoDate = z.iso
  .date({ error: ({ code }) => (code === 'invalid_format' ? NO_DAY : undefined) })
  .check(z.refine((day) => !day.startsWith('0000'), NO_DAY))
/**
 * Days that no field takes: before 1990 and after 2099 (`day-bounds.ts`). What of them is stored already is marked on screen,
 * and no days are counted from it.
 */
export const isDoubtfulDay = (day: string): boolean => day < '1990' || day >= '2100'
/** A day that some field may have taken; for an address of the app, where others are as if they were absent. */
export const plausibleDay = isoDate.check(z.refine((day) => !isDoubtfulDay(day)))
/** An instant, ISO 8601 UTC. */
export const instant = z.iso.datetime()
/** A record's own number from the server: a positive integer. */
export const serverId = z.int().check(z.positive())
/** The name that a device gave to a record it made: a UUIDv7, accepted wherever an id is. */
export const clientId = z.guid()
export const version = z.int().check(z.nonnegative())

/** An id in a path: the server's number, or the `client_id` of a record made on a device. */
export const idParam = z.object({
  id: z.pipe(
    z.string().check(z.regex(/^(\d{1,15}|[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12})$/i, 'Enter a valid id.')),
    z.transform((text: string): number | string => (/^\d+$/.test(text) ? Number(text) : text.toLowerCase())),
  ),
})
export type RecordRef = number | string

/**
 * A record's fields that hold a vendor's id which another record has, too: from before that was refused. Absent in what was kept
 * on a device before it was told.
 */
export const sharedIds = { shared_ids: z.optional(z.array(z.string())) }

/** Who made a change, as far as others need to know. */
export const changedBy = z.object({ id: serverId, first_name: z.string(), last_name: z.string() })

/** One field of one change, as `GET /api/history/{area}/{id}/` answers it. */
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
 * A kind of record as the device knows it: what waiting changes are laid over, wherever such a row stands in an answer.
 * `keyOf` gives the identity that both a change and a row know, also before the server gave the record its number; `alsoOf`
 * another name by which changes may know it, where other records name it so.
 */
export interface Kind<Row> {
  readonly name: string
  readonly keyOf: (row: Row) => string
  readonly alsoOf?: (row: Row) => string
}
export function kind<Row>(name: string, keyOf: (row: Row) => string, alsoOf?: (row: Row) => string): Kind<Row> {
  return { name, keyOf, ...(alsoOf && { alsoOf }) }
}
