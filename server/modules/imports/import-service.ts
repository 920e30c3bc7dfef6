import type { RecordRef } from '#contract/wire/record.ts'
import { invalidRequest, notFound } from '#server/base/problem.ts'
import type { Sql } from '#server/db/db.ts'
import type { RecordText } from '#server/records/record-text.ts'
import {
  beginBatch,
  findBatch,
  findBatches,
  findKind,
  findTaken,
  lockBatch,
  markUndone,
  settleBatch,
  type TakenBatch,
} from './batch-repository.ts'
import { forgetDuplicates } from './duplicates/removed-row-repository.ts'
import { takeTurn } from './here-repository.ts'
import { type Reading, type Report, readReport } from './reading/read-report.ts'
import type { ReadAs } from './reading/remembered-layout.ts'
import { hashedWhileRead, type ReportBytes, type ReportShape, scanReport } from './reading/report-bytes.ts'
import { deleteRows } from './row-repository.ts'
import { isTakable } from './rows/refusals.ts'
import { rowTaker } from './rows/take-rows.ts'

export const listBatches = findBatches
export type { Report, ReportBytes }

/** A report that was read to its end before anything of it is written. */
export interface Judged {
  readonly shape: ReportShape
  readonly reading: Reading
  /** How it was read. */
  readonly as: ReadAs
}

/** How a report of that shape is to be read, where it does not say it itself. */
export type Recall = (report: Report, shape: ReportShape) => Promise<ReadAs>

const asSaid: Recall = async ({ columns, choices = {} }) => ({ columns, choices, isRemembered: false })

/** Reads a report to find what is wrong with it; at most `mostBad` faults are kept to be told. */
export async function judgeReport(
  report: Report,
  now: Date,
  mostBad: number,
  recall: Recall = asSaid,
): Promise<Judged> {
  const shape = await scanReport(report.bytes)
  const as = await recall(report, shape)
  const take = async () => undefined
  const reading = await readReport({ ...report, ...as }, { shape, now, mostBad, take })
  return { shape, reading, as }
}

/** Who brings a report, and how. */
export interface Bringer {
  readonly client_id: string | null
  readonly origin: 'upload' | 'folder'
  readonly user: number | null
  readonly now: Date
}

/** What became of a report: a new batch, the batch that its device made of it before, or that of the same bytes. */
export type Taken =
  | { readonly is: 'new' | 'same'; readonly batch: RecordText }
  | { readonly is: 'known'; readonly batch: TakenBatch }

/**
 * Takes a judged report in, in the open transaction: all of it or, when this throws, nothing. A report that has changed
 * since it was judged throws.
 */
export async function takeReport(sql: Sql, report: Report, { shape, as }: Judged, by: Bringer): Promise<Taken> {
  const { kind, name } = report
  const hasFormer = await takeTurn(sql, kind)
  const id = await beginBatch(sql, { ...by, kind, name, hash: shape.hash, decided: report.decided })
  if (id === null) return takenBefore(sql, report, shape, by)
  const { take, taken } = await rowTaker(sql, { id, kind, choices: report.decided })
  const { bytes, hash } = hashedWhileRead(report.bytes)
  const parts = { shape, now: by.now, mostBad: 1, hasFormer, take }
  const reading = await readReport({ ...report, ...as, bytes }, parts)
  if (hash() !== shape.hash || !isTakable(reading)) throw new Error(`the report ${name} has changed while it was read`)
  const { good, leftOut: left_out } = reading
  const { brought, alike, alike_amount, repeated } = taken()
  const doubled = reading.doubled + repeated
  const beside = { known: good - doubled - alike - brought.rows, doubled, left_out, alike, alike_amount }
  await settleBatch(sql, id, beside, brought)
  return { is: 'new', batch: await getBatch(sql, id) }
}

async function takenBefore(sql: Sql, { kind, name }: Report, { hash }: ReportShape, by: Bringer): Promise<Taken> {
  const same = by.client_id === null ? null : await findBatch(sql, by.client_id)
  if (same) return { is: 'same', batch: same }
  const known = await findTaken(sql, kind, hash)
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
 * Takes back exactly what a batch brought; rows of other reports that were taken out of the books for one of its rows come back.
 * Throws 404, and 400 when that was done before.
 */
export async function undoBatch(sql: Sql, ref: RecordRef, user: number, now: Date): Promise<RecordText> {
  const kind = await findKind(sql, ref)
  // Its duplicates are decided, and reports come in, before that or after it.
  if (kind !== null) await takeTurn(sql, kind)
  const batch = await lockBatch(sql, ref)
  if (!batch) throw notFound()
  if (batch.undone_at !== null) throw invalidRequest('This report was taken back before.')
  await forgetDuplicates(sql, batch.kind, batch.id)
  await deleteRows(sql, batch.kind, batch.id)
  await markUndone(sql, batch.id, user, now)
  return getBatch(sql, batch.id)
}
