import type { RecordRef } from '#contract/wire/record.ts'
import { invalidRequest, notFound } from '#server/base/problem.ts'
import type { Sql } from '#server/db/db.ts'
import type { RecordText } from '#server/records/record-text.ts'
import {
  beginBatch,
  findBatch,
  findBatchByHash,
  findBatches,
  findBatchKind,
  type ImportedBatch,
  lockBatch,
  markUndone,
  storeBatchResult,
} from './batch-repository.ts'
import { lockImports } from './booked-row-repository.ts'
import { deleteDuplicatesOfBatch } from './duplicates/removed-row-repository.ts'
import { type Reading, type Report, readReport } from './reading/read-report.ts'
import type { ReadingLayout } from './reading/remembered-layout.ts'
import { hashWhileReading, type ReportBytes, type ReportShape, scanReport } from './reading/report-bytes.ts'
import { deleteRows } from './row-repository.ts'
import { createRowImporter } from './rows/import-rows.ts'
import { isImportable } from './rows/refusals.ts'

export const listBatches = findBatches
export type { Report, ReportBytes }

/** A report that was read to its end, before any of its rows is stored. */
export interface CheckedReport {
  readonly shape: ReportShape
  readonly reading: Reading
  readonly layout: ReadingLayout
}

/** Finds the column map and choices for a report: those of the request, or those remembered for its layout. */
export type RecallLayout = (report: Report, shape: ReportShape) => Promise<ReadingLayout>

const asRequested: RecallLayout = async ({ columns, choices = {} }) => ({ columns, choices, isRemembered: false })

/** Reads a report to find its faults and stores nothing. The result lists at most `mostBad` faults. */
export async function checkReport(
  report: Report,
  now: Date,
  mostBad: number,
  recall: RecallLayout = asRequested,
): Promise<CheckedReport> {
  const shape = await scanReport(report.bytes)
  const layout = await recall(report, shape)
  const take = async () => undefined
  const reading = await readReport({ ...report, ...layout }, { shape, now, mostBad, take })
  return { shape, reading, layout }
}

/** The source of an import: the user, or null for a watched folder. */
export interface ImportOrigin {
  readonly client_id: string | null
  readonly origin: 'upload' | 'folder'
  readonly user: number | null
  readonly now: Date
}

/**
 * The result of an import. `new`: a new batch. `same`: the batch that an earlier request with this `client_id` created.
 * `known`: the batch that was imported from the same bytes.
 */
export type ImportResult =
  | { readonly is: 'new' | 'same'; readonly batch: RecordText }
  | { readonly is: 'known'; readonly batch: ImportedBatch }

/**
 * Imports a checked report in the open transaction: either all of it or, when this throws, nothing. Throws if the bytes
 * changed since the check.
 */
export async function importReport(
  sql: Sql,
  report: Report,
  { shape, layout }: CheckedReport,
  by: ImportOrigin,
): Promise<ImportResult> {
  const { kind, name } = report
  const hasFormer = await lockImports(sql, kind)
  const id = await beginBatch(sql, { ...by, kind, name, hash: shape.hash, decided: report.decided })
  if (id === null) return findEarlierImport(sql, report, shape, by)
  const { take, imported } = await createRowImporter(sql, { id, kind, choices: report.decided })
  const { bytes, hash } = hashWhileReading(report.bytes)
  const parts = { shape, now: by.now, mostBad: 1, hasFormer, take }
  const reading = await readReport({ ...report, ...layout, bytes }, parts)
  if (hash() !== shape.hash || !isImportable(reading))
    throw new Error(`the report ${name} has changed while it was read`)
  const { good, leftOut: left_out } = reading
  const { totals, alike, alike_amount, repeated } = imported()
  const doubled = reading.doubled + repeated
  const skipped = { known: good - doubled - alike - totals.rows, doubled, left_out, alike, alike_amount }
  await storeBatchResult(sql, id, skipped, totals)
  return { is: 'new', batch: await getBatch(sql, id) }
}

async function findEarlierImport(
  sql: Sql,
  { kind, name }: Report,
  { hash }: ReportShape,
  by: ImportOrigin,
): Promise<ImportResult> {
  const same = by.client_id === null ? null : await findBatch(sql, by.client_id)
  if (same) return { is: 'same', batch: same }
  const known = await findBatchByHash(sql, kind, hash)
  if (!known) throw new Error(`the report ${name} was neither taken in nor here already`)
  return { is: 'known', batch: known }
}

async function getBatch(sql: Sql, ref: RecordRef): Promise<RecordText> {
  const batch = await findBatch(sql, ref)
  if (!batch) throw notFound()
  return batch
}

export const findBatchOf = findBatch

/**
 * Undoes an import: deletes exactly the rows of the batch. Rows of other reports that were removed as duplicates of its
 * rows are restored. Throws 404 for an unknown batch and 400 for a batch that was undone before.
 */
export async function undoBatch(sql: Sql, ref: RecordRef, user: number, now: Date): Promise<RecordText> {
  const kind = await findBatchKind(sql, ref)
  // With the lock, no import and no decision about duplicates runs at the same time.
  if (kind !== null) await lockImports(sql, kind)
  const batch = await lockBatch(sql, ref)
  if (!batch) throw notFound()
  if (batch.undone_at !== null) throw invalidRequest('This import has already been undone.')
  await deleteDuplicatesOfBatch(sql, batch.kind, batch.id)
  await deleteRows(sql, batch.kind, batch.id)
  await markUndone(sql, batch.id, user, now)
  return getBatch(sql, batch.id)
}
