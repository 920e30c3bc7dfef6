import * as z from 'zod/mini'
import { administrator } from './access.ts'
import { endpoint } from './endpoint.ts'
import { uploadRef } from './file-refs.ts'
import { pageOf, pageQuery } from './page.ts'
import { changedBy, clientId, idParam, instant, isoDate, kind, serverId, version } from './record.ts'

export const IMPORT_KINDS = ['tolls', 'fuel'] as const
export type ImportKind = (typeof IMPORT_KINDS)[number]
export const importKind = z.enum(IMPORT_KINDS)

/** What is read of a report: how people call it, and whether nothing can be taken in without it. */
export interface ImportColumn {
  readonly title: string
  readonly isNeeded?: boolean
  /** Of the columns with this mark a report needs one: they say whose the expense is. */
  readonly saysWhose?: boolean
}

/** The columns of each kind, in the order in which people are asked for them. */
export const IMPORT_COLUMNS = {
  tolls: {
    date: { title: 'Date', isNeeded: true },
    time: { title: 'Time' },
    amount: { title: 'Amount', isNeeded: true },
    transponder_id: { title: 'Transponder ID', saysWhose: true },
    plate: { title: 'Plate', saysWhose: true },
    unit_number: { title: 'Unit number', saysWhose: true },
    agency: { title: 'Agency' },
    plaza: { title: 'Plaza' },
    posted_on: { title: 'Post date' },
    transaction_id: { title: 'Transaction ID' },
  },
  fuel: {
    date: { title: 'Date', isNeeded: true },
    time: { title: 'Time' },
    amount: { title: 'Amount', isNeeded: true },
    quantity: { title: 'Quantity', isNeeded: true },
    driver_id: { title: 'Driver ID', saysWhose: true },
    driver_name: { title: 'Driver name', saysWhose: true },
    unit: { title: 'Unit', saysWhose: true },
    product: { title: 'Product' },
    site: { title: 'Site' },
    city: { title: 'City' },
    state: { title: 'State' },
    price: { title: 'Price' },
    invoice: { title: 'Invoice' },
  },
} as const satisfies Record<ImportKind, Record<string, ImportColumn>>

/** The most bad rows that are told one by one; how many there are is always said. */
export const MOST_BAD_ROWS = 1000

/** Which header of the report each column stands under; columns that are not named are found by their usual names. */
export const columnMap = z
  .record(z.string().check(z.maxLength(40)), z.string().check(z.maxLength(200)))
  .check(z.refine((map) => Object.keys(map).length <= 40, 'At most 40 columns.'))
export type ColumnMap = z.output<typeof columnMap>

/** A row that can't be taken in. `line` counts from 1 as editors do; `column` is the report's header, empty for the whole row. */
export const badRow = z.object({ line: z.int(), column: z.string(), value: z.string(), message: z.string() })
export type BadRow = z.output<typeof badRow>

const reportFields = {
  kind: importKind,
  file: uploadRef,
  /** The file's own name. */
  name: z.string().check(z.minLength(1, 'This field may not be blank.'), z.maxLength(255)),
  columns: z.optional(columnMap),
}
export const report = z.object(reportFields)
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
  /** Rows of it that were here already. */
  known: z.int(),
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

/** What taking a report in would do. */
export const importPreview = z.object({
  /** Rows under the headers. */
  rows: z.int(),
  /** Rows that can be taken in, those that are here already among them. */
  good: z.int(),
  known: z.int(),
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

export const importEndpoints = {
  preview: endpoint({
    name: 'imports.preview',
    summary: "What taking in a vendor's CSV report would do, with every bad row; nothing is written.",
    method: 'POST',
    path: '/api/imports/preview/',
    access: administrator,
    body: report,
    reply: importPreview,
  }),
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
