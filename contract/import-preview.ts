import * as z from 'zod/mini'
import { administrator } from './access.ts'
import { endpoint } from './endpoint.ts'
import { reportFields } from './imports.ts'
import { instant, isoDate, serverId } from './record.ts'

/** The most bad rows that are told one by one; how many there are is always said. */
export const MOST_BAD_ROWS = 1000

/** A row that can't be taken in. `line` counts from 1 as editors do; `column` is the report's header, empty for the whole row. */
export const badRow = z.object({ line: z.int(), column: z.string(), value: z.string(), message: z.string() })
export type BadRow = z.output<typeof badRow>

/** What taking a report in would do. */
export const importPreview = z.object({
  /** Rows under the headers. */
  rows: z.int(),
  /** Rows that can be taken in, those that add nothing among them. */
  good: z.int(),
  /** Here already, from before. */
  known: z.int(),
  /** In this report once more, under the vendor's own id. */
  doubled: z._default(z.int(), 0),
  /** How many things are wrong, and the first of them. */
  bad_count: z.int(),
  bad: z.array(badRow),
  /** Of the good rows that are not here yet. */
  first_day: z.nullable(isoDate),
  last_day: z.nullable(isoDate),
  amount: z.number(),
  /** Rows whose vehicle (tolls), or neither of whose driver and unit (fuel), the company knows; and what they are called. */
  unmatched_count: z.int(),
  unmatched: z.array(z.object({ name: z.string(), rows: z.int() })),
  headers: z.array(z.string()),
  /** The map that was used. */
  columns: z.record(z.string(), z.string()),
  /** Columns without which nothing can be taken in, and for which no header was found. */
  missing: z.array(z.string()),
  /** The first rows as they stand there. */
  sample: z.array(z.array(z.string())),
  /** The batch that these very bytes came in as; null when they are new. */
  taken: z.nullable(z.object({ id: serverId, file_name: z.string(), created_at: instant })),
})
export type ImportPreview = z.output<typeof importPreview>

export const importPreviewEndpoints = {
  preview: endpoint({
    name: 'imports.preview',
    summary: "What taking in a vendor's CSV report would do, with every bad row; nothing is written.",
    method: 'POST',
    path: '/api/imports/preview/',
    access: administrator,
    body: z.object(reportFields),
    reply: importPreview,
  }),
}
