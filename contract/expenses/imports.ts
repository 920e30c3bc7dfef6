import * as z from 'zod/mini'
import { uploadRef } from '#contract/files/files.ts'
import { administrator } from '#contract/wire/access.ts'
import { endpoint } from '#contract/wire/endpoint.ts'
import { pageOf, pageQuery } from '#contract/wire/page.ts'
import { changedBy, clientId, idParam, instant, isoDate, kind, serverId, version } from '#contract/wire/record.ts'
import { reportChoices } from './report-choices.ts'

export const IMPORT_KINDS = ['tolls', 'fuel'] as const
export type ImportKind = (typeof IMPORT_KINDS)[number]
export const importKind = z.enum(IMPORT_KINDS)

/** The main fields of an expense, in a report or stored. */
export const expenseSummary = z.object({
  date: isoDate,
  /** HH:mm:ss; empty when the report has no time, null when the time was not stored. */
  clock: z.nullable(z.string()),
  amount: z.number(),
  place: z.string(),
  /** The name of its owner in the report: a transponder, a plate, a unit number or a driver. */
  called: z.string(),
})

/** The header of the report for each column. Columns that are absent here are found by their usual names. */
export const columnMap = z
  .record(z.string().check(z.maxLength(40)), z.string().check(z.maxLength(200)))
  .check(z.refine((map) => Object.keys(map).length <= 40, 'At most 40 columns.'))
export type ColumnMap = z.output<typeof columnMap>

/** The user's choice of the unit or driver that a spelling means. */
export const ownerChoice = z.object({
  of: z.enum(['unit', 'driver']),
  spelled: z.string().check(z.maxLength(200)),
  id: z.union([z.string().check(z.maxLength(64)), serverId]),
})
export type OwnerChoice = z.output<typeof ownerChoice>

/** The most rows and the most spellings with a decision of their own. */
export const MAX_CHOICES = 1000

/**
 * The user's decisions in the preview. Rows that look like stored expenses are skipped, or imported with `takes_alike`;
 * `other_lines` are the lines with the opposite decision. `takes_repeats` and `other_repeats` do the same for rows that
 * repeat an earlier row of the report. `owners`: the units or drivers that ambiguous spellings mean.
 */
export const importChoices = z.object({
  takes_alike: z._default(z.boolean(), false),
  other_lines: z._default(z.array(z.int()).check(z.maxLength(MAX_CHOICES)), []),
  takes_repeats: z._default(z.boolean(), false),
  other_repeats: z._default(z.array(z.int()).check(z.maxLength(MAX_CHOICES)), []),
  owners: z._default(z.array(ownerChoice).check(z.maxLength(MAX_CHOICES)), []),
})
export type ImportChoices = z.output<typeof importChoices>

/**
 * A report in a request: its kind, its file, its name, its column headers where they are not the usual ones, and how to
 * read it. Without `columns` and `choices` it is read like the last report with the same layout.
 */
export const reportFields = {
  kind: importKind,
  file: uploadRef,
  /** The name of the file. */
  name: z.string().check(z.minLength(1, 'This field may not be blank.'), z.maxLength(255)),
  columns: z.optional(columnMap),
  choices: z.optional(reportChoices),
  /** Decisions about rows and spellings in the preview. */
  decided: z.optional(importChoices),
}
export const newImport = z.object({ client_id: z.optional(clientId), ...reportFields })
export type NewImport = z.output<typeof newImport>

/** An imported report. The batch is its own history: who imported it when, and who undid the import when. */
export const importBatch = z.object({
  id: serverId,
  client_id: z.nullable(clientId),
  kind: importKind,
  origin: z.enum(['upload', 'folder']),
  file_name: z.string(),
  /** Rows that the import added. `first_day`, `last_day` and `amount` cover these rows. */
  row_count: z.int(),
  /** Rows that were stored already. */
  known: z.int(),
  /** Rows that repeat an earlier row of the report, by the vendor's id or by their meaning. */
  // The defaults below are for older responses stored on a device.
  doubled: z._default(z.int(), 0),
  /** Lines that the user chose to skip. */
  left_out: z._default(z.int(), 0),
  /** Rows that were skipped because they look like stored expenses, and their dollars. */
  alike: z._default(z.int(), 0),
  alike_amount: z._default(z.number(), 0),
  /** Added rows that were removed later as duplicates of other expenses. */
  removed: z._default(z.int(), 0),
  first_day: z.nullable(isoDate),
  last_day: z.nullable(isoDate),
  amount: z.number(),
  /** Null for a report from the folder, and when the account is deleted. */
  user: z.nullable(changedBy),
  created_at: instant,
  undone_at: z.nullable(instant),
  undone_by: z.nullable(changedBy),
  version,
})
export type ImportBatch = z.output<typeof importBatch>

/** Batches on the device. A batch that a device created keeps its `client_id` as key. */
export const importBatchKind = kind<Pick<ImportBatch, 'id' | 'client_id'>>(
  'import',
  (row) => row.client_id ?? `${row.id}`,
)

export const importEndpoints = {
  create: endpoint({
    name: 'imports.create',
    summary: 'Import a report as a whole or not at all. Rows that already exist are counted, never duplicated.',
    method: 'POST',
    path: '/api/imports/',
    access: administrator,
    body: newImport,
    status: 201,
    reply: importBatch,
  }),
  list: endpoint({
    name: 'imports.list',
    summary: 'Imported reports, newest first, including undone imports.',
    method: 'GET',
    path: '/api/imports/',
    access: administrator,
    query: z.object(pageQuery),
    reply: pageOf(importBatch),
  }),
  undo: endpoint({
    name: 'imports.undo',
    summary: 'Undo an import: removes exactly the rows of the report. The batch stays in the list, marked as undone.',
    method: 'DELETE',
    path: '/api/imports/:id/',
    access: administrator,
    params: idParam,
    reply: importBatch,
  }),
}

/** The server's order: newest first. */
export function compareBatches(a: ImportBatch, b: ImportBatch): number {
  return Date.parse(b.created_at) - Date.parse(a.created_at) || b.id - a.id
}
