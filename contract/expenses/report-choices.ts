import * as z from 'zod/mini'

/**
 * What a line of a report that is no plain expense looks like: a total, a movement of the account (a payment into it), a
 * note or a line of headers that stands there again, or a row with something wrong in it.
 */
export const ROW_KINDS = ['total', 'account', 'note', 'wrong'] as const
export type RowKind = (typeof ROW_KINDS)[number]
export const rowKind = z.enum(ROW_KINDS)

export const DAY_ORDERS = ['month_first', 'day_first'] as const
export type DayOrder = (typeof DAY_ORDERS)[number]

/** The most lines that are named one by one as left out; kinds of lines may be as many as they are. */
export const MAX_LEFT_LINES = 1000

/** How a report is read, where the report itself does not say it, and which lines of it are left out. */
export const reportChoices = z.object({
  /** The sheet of a workbook. */
  sheet: z.optional(z.string().check(z.maxLength(100))),
  /** The line at which the headers stand. */
  header_line: z.optional(z.int().check(z.minimum(1))),
  /** What stands first in a date like 05/06/2026. */
  day_order: z.optional(z.enum(DAY_ORDERS)),
  /** What an amount below zero is. */
  negatives: z.optional(z.enum(['credits', 'charges'])),
  /** The report is of its kind, though it looks like one of the other. */
  is_kind_sure: z.optional(z.boolean()),
  /** Lines that are left out, by what they look like and one by one. */
  leave_out: z.optional(z.array(rowKind).check(z.maxLength(ROW_KINDS.length))),
  leave_out_lines: z.optional(z.array(z.int()).check(z.maxLength(MAX_LEFT_LINES))),
  /** Lines that are taken in, though they look so: those that can be read. */
  take: z.optional(z.array(rowKind).check(z.maxLength(ROW_KINDS.length))),
})
export type ReportChoices = z.output<typeof reportChoices>

/** What must be answered before anything of a report is taken in. */
export const REPORT_QUESTIONS = ['kind', 'day_order', 'negatives', 'sheet'] as const
export type ReportQuestion = (typeof REPORT_QUESTIONS)[number]
