import * as z from 'zod/mini'
import { administrator } from '#contract/wire/access.ts'
import { endpoint } from '#contract/wire/endpoint.ts'
import { instant, isoDate, serverId } from '#contract/wire/record.ts'
import { expenseSummary, ownerChoice, reportFields } from './imports.ts'
import { REPORT_QUESTIONS, reportChoices, rowKind } from './report-choices.ts'

/** The most bad rows that a preview lists. Their number is always complete. */
export const MAX_BAD_ROWS = 1000

/**
 * A row that cannot be imported. `line` counts from 1, as in editors. `column` is the header in the report, empty for
 * the whole row.
 */
export const badRow = z.object({
  line: z.int(),
  column: z.string(),
  value: z.string(),
  message: z.string(),
  /** What the row looks like. Absent for an expense with an error, and for a problem that no row causes. */
  is: z.optional(rowKind),
  /** The row can be imported all the same. */
  is_readable: z.optional(z.boolean()),
  /** The row cannot be skipped: because of wrong quotes it may contain several rows of the report. */
  is_torn: z.optional(z.boolean()),
})
export type BadRow = z.output<typeof badRow>

/** A skipped row, with its cells as in the report. */
export const skippedRow = z.object({ line: z.int(), message: z.string(), cells: z.array(z.string()) })
export type SkippedRow = z.output<typeof skippedRow>

/** The most lines of a report's beginning in a preview. The user can choose the line of the headers among them. */
export const OPENING_LINES = 60

/** A row of the report that looks like a stored expense (`here`). */
export const similarRow = z.object({
  line: z.int(),
  row: expenseSummary,
  here: z.object({ ...expenseSummary.shape, from: z.string() }),
})
export type SimilarRow = z.output<typeof similarRow>

/**
 * A row of the report with the same meaning as an earlier one, at line `first`, even if both are written differently.
 */
export const repeatedRow = z.object({ line: z.int(), row: expenseSummary, first: z.int() })
export type RepeatedRow = z.output<typeof repeatedRow>

/**
 * A spelling that fits several units or drivers. `candidates`: the most likely first. `picked`: the one that is used
 * unless the user chooses another; null for none.
 */
export const ambiguousOwner = z.object({
  of: ownerChoice.shape.of,
  spelled: z.string(),
  rows: z.int(),
  picked: z.nullable(ownerChoice.shape.id),
  candidates: z.array(z.object({ id: ownerChoice.shape.id, title: z.string() })),
})
export type AmbiguousOwner = z.output<typeof ambiguousOwner>

/**
 * What the import of a report would do, with the choices so far. Counts are complete; lists contain only the first
 * rows.
 */
export const importPreview = z.object({
  /** Rows below the headers. */
  rows: z.int(),
  /** Rows that can be imported, including rows that add nothing. */
  good: z.int(),
  /** Rows that are stored already. */
  known: z.int(),
  /** Rows that repeat an earlier row of this report, with the same id of the vendor. */
  doubled: z._default(z.int(), 0),
  /** Rows that look like stored expenses; how many of them are skipped, and their dollars. */
  alike: z._default(z.int(), 0),
  alike_left: z._default(z.int(), 0),
  alike_amount: z._default(z.number(), 0),
  alike_rows: z._default(z.array(similarRow), []),
  /** Rows that look like an earlier row of the report; how many of them are skipped. */
  repeated: z._default(z.int(), 0),
  repeated_left: z._default(z.int(), 0),
  repeated_rows: z._default(z.array(repeatedRow), []),
  /** Spellings that fit several units or drivers. */
  several: z._default(z.array(ambiguousOwner), []),
  /** Problems in rows. */
  bad_count: z.int(),
  bad: z.array(badRow),
  /** Rows that do not look like expenses, by what they look like, including skipped ones. */
  asides: z._default(z.partialRecord(rowKind, z.int()), {}),
  /** Rows that the user chose to skip. */
  left_out: z._default(z.int(), 0),
  left: z._default(z.array(skippedRow), []),
  /** Good rows with a negative amount in the report; amounts with more than two decimals, which are rounded. */
  negative: z._default(z.int(), 0),
  rounded: z._default(z.int(), 0),
  /** Questions that the user must answer before the import. */
  questions: z._default(z.array(z.enum(REPORT_QUESTIONS)), []),
  /** Days and dollars of the rows that would be imported. */
  first_day: z.nullable(isoDate),
  last_day: z.nullable(isoDate),
  amount: z.number(),
  /** Rows with an unknown vehicle (tolls), or with an unknown driver and unit (fuel), and the unknown names. */
  unmatched_count: z.int(),
  unmatched: z.array(z.object({ name: z.string(), rows: z.int() })),
  headers: z.array(z.string()),
  /** The line of the headers, and the first lines of the report. */
  header_line: z._default(z.nullable(z.int()), null),
  opening: z._default(z.array(z.object({ line: z.int(), cells: z.array(z.string()) })), []),
  /** The sheets of a workbook that have rows; empty for other files. */
  sheets: z._default(z.array(z.string()), []),
  /** The sheet that was read. */
  sheet: z._default(z.nullable(z.string()), null),
  /** How the report was read: the choices in the request, otherwise those of the last report with the same layout. */
  choices: z._default(reportChoices, {}),
  is_remembered: z._default(z.boolean(), false),
  /** The column map that was used. */
  columns: z.record(z.string(), z.string()),
  /** Required columns without a header in the report. */
  missing: z.array(z.string()),
  /** The first rows, unchanged. */
  sample: z.array(z.array(z.string())),
  /** The batch that was imported from the same bytes; null for a new report. */
  taken: z.nullable(z.object({ id: serverId, file_name: z.string(), created_at: instant })),
})
export type ImportPreview = z.output<typeof importPreview>

export const importPreviewEndpoints = {
  preview: endpoint({
    name: 'imports.preview',
    summary: "What importing a vendor's CSV report would do, with every bad row. Writes nothing.",
    method: 'POST',
    path: '/api/imports/preview/',
    access: administrator,
    body: z.object(reportFields),
    reply: importPreview,
  }),
}
