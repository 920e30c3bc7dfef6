import * as z from 'zod/mini'

/**
 * What a line looks like that is not a plain expense: a total, a movement of the account (a payment into it), a note or
 * a repeated line of headers, or a row with an error.
 */
export const ROW_KINDS = ['total', 'account', 'note', 'wrong'] as const
export type RowKind = (typeof ROW_KINDS)[number]
export const rowKind = z.enum(ROW_KINDS)

export const DAY_ORDERS = ['month_first', 'day_first'] as const
export type DayOrder = (typeof DAY_ORDERS)[number]

/** The most lines that are skipped one by one. A skipped kind may have any number of lines. */
export const MAX_SKIPPED_LINES = 1000

/** How a report is read where the report itself leaves it open, and which of its lines are skipped. */
export const reportChoices = z.object({
  /** The sheet of a workbook. */
  sheet: z.optional(z.string().check(z.maxLength(100))),
  /** The line of the headers. */
  header_line: z.optional(z.int().check(z.minimum(1))),
  /** The meaning of the first number in a date like 05/06/2026. */
  day_order: z.optional(z.enum(DAY_ORDERS)),
  /** The meaning of a negative amount. */
  negatives: z.optional(z.enum(['credits', 'charges'])),
  /** The user has confirmed the kind of a report that looks like the other kind. */
  is_kind_sure: z.optional(z.boolean()),
  /** Skipped lines, by what they look like and one by one. */
  leave_out: z.optional(z.array(rowKind).check(z.maxLength(ROW_KINDS.length))),
  leave_out_lines: z.optional(z.array(z.int()).check(z.maxLength(MAX_SKIPPED_LINES))),
  /** Kinds of lines that are imported although they do not look like expenses, as far as they can be read. */
  take: z.optional(z.array(rowKind).check(z.maxLength(ROW_KINDS.length))),
})
export type ReportChoices = z.output<typeof reportChoices>

/** The questions that a user may have to answer before an import. */
export const REPORT_QUESTIONS = ['kind', 'day_order', 'negatives', 'sheet'] as const
export type ReportQuestion = (typeof REPORT_QUESTIONS)[number]
