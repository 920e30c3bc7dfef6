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

/** An expense in a few words' worth of fields, as a report or the books tell it. */
export const toldExpense = z.object({
  date: isoDate,
  /** HH:mm:ss; empty for none, null where it was not kept. */
  clock: z.nullable(z.string()),
  amount: z.number(),
  place: z.string(),
  /** What it is called by: a transponder, a plate, a number, a driver. */
  called: z.string(),
})

/** Which header of the report each column stands under; columns that are not named are found by their usual names. */
export const columnMap = z
  .record(z.string().check(z.maxLength(40)), z.string().check(z.maxLength(200)))
  .check(z.refine((map) => Object.keys(map).length <= 40, 'At most 40 columns.'))
export type ColumnMap = z.output<typeof columnMap>

/** Whom a spelling of a report means that may mean several. */
export const ownerChoice = z.object({
  of: z.enum(['unit', 'driver']),
  spelled: z.string().check(z.maxLength(200)),
  id: z.union([z.string().check(z.maxLength(64)), serverId]),
})
export type OwnerChoice = z.output<typeof ownerChoice>

/** The most rows and spellings that are decided one by one. */
export const MAX_CHOICES = 1000

/**
 * What a person decided in the preview. Rows that look as if they were here already are left out, or with `takes_alike` taken
 * in; `other_lines` are those that are decided the other way. `takes_repeats` and `other_repeats` are the same of rows that
 * repeat an earlier one of their report. `owners`: whom spellings mean that may mean several.
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
 * A report as it is sent: its kind, its bytes, its name, how its columns are called where that is not usual, and how it is
 * read. Without columns and choices it is read as the last report of its layout was.
 */
export const reportFields = {
  kind: importKind,
  file: uploadRef,
  /** The file's own name. */
  name: z.string().check(z.minLength(1, 'This field may not be blank.'), z.maxLength(255)),
  columns: z.optional(columnMap),
  choices: z.optional(reportChoices),
  /** What was decided about rows and spellings in the preview. */
  decided: z.optional(importChoices),
}
export const newImport = z.object({ client_id: z.optional(clientId), ...reportFields })
export type NewImport = z.output<typeof newImport>

/** A report that was taken in as one. It is its own history: who brought it and when, who took it back and when. */
export const importBatch = z.object({
  id: serverId,
  client_id: z.nullable(clientId),
  kind: importKind,
  origin: z.enum(['upload', 'folder']),
  file_name: z.string(),
  /** Rows that it brought; `first_day`, `last_day` and `amount` are of these. */
  row_count: z.int(),
  /** Rows of it that were here already, from before. */
  known: z.int(),
  /** Rows that stand in it once more: under the vendor's own id, or as it looks. Each of them counts once. */
  // What was kept on a device before these were told has none.
  doubled: z._default(z.int(), 0),
  /** Lines of it that its bringer left out. */
  left_out: z._default(z.int(), 0),
  /** Rows that were left out because they look as if they were here already, and what they come to in dollars. */
  alike: z._default(z.int(), 0),
  alike_amount: z._default(z.number(), 0),
  /** Rows that it brought and that were taken out of the books since, as they count an expense again. */
  removed: z._default(z.int(), 0),
  first_day: z.nullable(isoDate),
  last_day: z.nullable(isoDate),
  amount: z.number(),
  /** Null for one from the folder, and when that account is gone. */
  user: z.nullable(changedBy),
  created_at: instant,
  undone_at: z.nullable(instant),
  undone_by: z.nullable(changedBy),
  version,
})
export type ImportBatch = z.output<typeof importBatch>

/** Batches as the device knows them; one that a device brought keeps the name it was given there. */
export const importBatchKind = kind<Pick<ImportBatch, 'id' | 'client_id'>>(
  'import',
  (row) => row.client_id ?? `${row.id}`,
)

export const importEndpoints = {
  create: endpoint({
    name: 'imports.create',
    summary: 'Take in a report, whole or not at all; rows that are here already are counted, never doubled.',
    method: 'POST',
    path: '/api/imports/',
    access: administrator,
    body: newImport,
    status: 201,
    reply: importBatch,
  }),
  list: endpoint({
    name: 'imports.list',
    summary: 'Reports that were taken in, newest first; those that were taken back stay in the list.',
    method: 'GET',
    path: '/api/imports/',
    access: administrator,
    query: z.object(pageQuery),
    reply: pageOf(importBatch),
  }),
  undo: endpoint({
    name: 'imports.undo',
    summary: 'Take back exactly the rows that a report brought; the batch stays, marked as undone.',
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
