import * as z from 'zod/mini'
import { administrator } from '#contract/wire/access.ts'
import { endpoint } from '#contract/wire/endpoint.ts'
import { instant, isoDate, serverId } from '#contract/wire/record.ts'
import { ownerChoice, reportFields, toldExpense } from './imports.ts'
import { REPORT_QUESTIONS, reportChoices, rowKind } from './report-choices.ts'

/** The most bad rows that are told one by one; how many there are is always said. */
export const MAX_BAD_ROWS = 1000

/** A row that can't be taken in. `line` counts from 1 as editors do; `column` is the report's header, empty for the whole row. */
export const badRow = z.object({
  line: z.int(),
  column: z.string(),
  value: z.string(),
  message: z.string(),
  /** What the row looks like; missing for one with something wrong in it, and for what no row is to blame for. */
  is: z.optional(rowKind),
  /** The row could be taken in all the same. */
  is_readable: z.optional(z.boolean()),
  /** It can't be left out: rows of the report may be lost in it. */
  is_torn: z.optional(z.boolean()),
})
export type BadRow = z.output<typeof badRow>

/** A row that is left out, with its cells as they stand there. */
export const leftRow = z.object({ line: z.int(), message: z.string(), cells: z.array(z.string()) })
export type LeftRow = z.output<typeof leftRow>

/** So many lines are told of a report's beginning, for the headers to be found among them. */
export const OPENING_LINES = 60

/** A row of the report that looks as if it were here already. */
export const alikeRow = z.object({
  line: z.int(),
  row: toldExpense,
  here: z.object({ ...toldExpense.shape, from: z.string() }),
})
export type AlikeRow = z.output<typeof alikeRow>

/** A row of the report that says the same as an earlier line of it, `first`, however both are written. */
export const repeatedRow = z.object({ line: z.int(), row: toldExpense, first: z.int() })
export type RepeatedRow = z.output<typeof repeatedRow>

/** A spelling that may mean several, likeliest first; `picked` is meant unless a person says otherwise, null for nobody. */
export const severalOwners = z.object({
  of: ownerChoice.shape.of,
  spelled: z.string(),
  rows: z.int(),
  picked: z.nullable(ownerChoice.shape.id),
  candidates: z.array(z.object({ id: ownerChoice.shape.id, title: z.string() })),
})
export type SeveralOwners = z.output<typeof severalOwners>

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
  /** Rows that look as if they were here already, the dollars of those that are left out as things are, and the first rows. */
  alike: z._default(z.int(), 0),
  alike_left: z._default(z.int(), 0),
  alike_amount: z._default(z.number(), 0),
  alike_rows: z._default(z.array(alikeRow), []),
  /** Rows that look as if they repeated an earlier one of the report; those left out as things are, and the first rows. */
  repeated: z._default(z.int(), 0),
  repeated_left: z._default(z.int(), 0),
  repeated_rows: z._default(z.array(repeatedRow), []),
  /** Spellings that may mean several units or drivers. */
  several: z._default(z.array(severalOwners), []),
  /** How many things are wrong, and the first of them. */
  bad_count: z.int(),
  bad: z.array(badRow),
  /** Rows that are no plain expenses, by what they look like, those that are left out among them. */
  asides: z._default(z.partialRecord(rowKind, z.int()), {}),
  /** How many rows are left out, and the first of them. */
  left_out: z._default(z.int(), 0),
  left: z._default(z.array(leftRow), []),
  /** Good rows with an amount below zero, as it stands there; amounts that had more than two decimals. */
  negative: z._default(z.int(), 0),
  rounded: z._default(z.int(), 0),
  /** What must be answered before anything is taken in. */
  questions: z._default(z.array(z.enum(REPORT_QUESTIONS)), []),
  /** Of the good rows that are not here yet. */
  first_day: z.nullable(isoDate),
  last_day: z.nullable(isoDate),
  amount: z.number(),
  /** Rows whose vehicle (tolls), or neither of whose driver and unit (fuel), the company knows; and what they are called. */
  unmatched_count: z.int(),
  unmatched: z.array(z.object({ name: z.string(), rows: z.int() })),
  headers: z.array(z.string()),
  /** Where they stand, and how the report begins. */
  header_line: z._default(z.nullable(z.int()), null),
  opening: z._default(z.array(z.object({ line: z.int(), cells: z.array(z.string()) })), []),
  /** The sheets of a workbook that have rows; none of another file. */
  sheets: z._default(z.array(z.string()), []),
  /** The one that was read. */
  sheet: z._default(z.nullable(z.string()), null),
  /** How the report was read: what was sent, and what is remembered of its layout. */
  choices: z._default(reportChoices, {}),
  is_remembered: z._default(z.boolean(), false),
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
