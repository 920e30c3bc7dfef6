import type { BadRow } from '#contract/import-preview.ts'
import type { RecordRef } from '#contract/record.ts'
import type { Sql } from '#server/db/db.ts'
import { invalid, invalidRequest, notFound, Problem } from '#server/http/problem.ts'
import { chicagoDay } from '#server/records/calendar.ts'
import type { RecordText } from '#server/records/record-text.ts'
import {
  beginBatch,
  findBatch,
  findBatches,
  findTaken,
  lockBatch,
  markUndone,
  settleBatch,
  type TakenBatch,
} from './batch-repository.ts'
import { both, NOTHING } from './brought.ts'
import { knownNames } from './known-names.ts'
import { type Reading, type Report, readReport } from './read-report.ts'
import { hashedWhileRead, type ReportBytes, type ReportShape, scanReport } from './report-bytes.ts'
import { deleteRows, insertRows } from './row-repository.ts'

export const listBatches = findBatches
export type { Report, ReportBytes }

/** A report that was read to its end before anything of it is written. */
export interface Judged {
  readonly shape: ReportShape
  readonly reading: Reading
}

/** Reads a report to find what is wrong with it; at most `mostBad` faults are kept to be told. */
export async function judgeReport(report: Report, now: Date, mostBad: number): Promise<Judged> {
  const shape = await scanReport(report.bytes)
  const take = async () => undefined
  const reading = await readReport(report, { shape, now, mostBad, take })
  return { shape, reading }
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
export async function takeReport(sql: Sql, report: Report, { shape }: Judged, by: Bringer): Promise<Taken> {
  const { kind, name } = report
  const id = await beginBatch(sql, { ...by, kind, name, hash: shape.hash })
  if (id === null) return takenBefore(sql, report, shape, by)
  const names = await knownNames(sql, kind)
  let brought = NOTHING
  const take: Parameters<typeof readReport>[1]['take'] = async (rows) => {
    brought = both(brought, await insertRows(sql, { id, kind }, rows, names))
  }
  const { bytes, hash } = hashedWhileRead(report.bytes)
  const parts = { shape, now: by.now, mostBad: 1, take }
  const reading = await readReport({ ...report, bytes }, parts)
  if (hash() !== shape.hash || reading.badCount > 0) throw new Error(`the report ${name} has changed while it was read`)
  const { good, doubled } = reading
  await settleBatch(sql, id, { known: good - doubled - brought.rows, doubled }, brought)
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

/** Takes back exactly what a batch brought. Throws 404, and 400 when that was done before. */
export async function undoBatch(sql: Sql, ref: RecordRef, user: number, now: Date): Promise<RecordText> {
  const batch = await lockBatch(sql, ref)
  if (!batch) throw notFound()
  if (batch.undone_at !== null) throw invalidRequest('This report was taken back before.')
  await deleteRows(sql, batch.kind, batch.id)
  await markUndone(sql, batch.id, user, now)
  return getBatch(sql, batch.id)
}

/** One bad row in words, as the Outbox and the report's own file of faults tell it. */
export function badRowWords({ line, column, value, message }: BadRow): string {
  const where = column === '' ? `Line ${line}` : `Line ${line}, ${column}`
  return value === '' ? `${where}: ${message}` : `${where} “${value}”: ${message}`
}

/** So many bad rows stand in the words of a refusal; the rest beside them. */
const TOLD = 20

/** The 400 for a report that has bad rows. */
export function refuseBadRows({ badCount, bad, rows }: Reading) {
  const things = badCount === 1 ? 'one thing is wrong' : `${badCount.toLocaleString('en-US')} things are wrong`
  const more = badCount - Math.min(TOLD, bad.length)
  return new Problem(400, {
    file: [
      `Nothing was taken in of ${rows.toLocaleString('en-US')} rows: ${things}.`,
      ...bad.slice(0, TOLD).map(badRowWords),
      ...(more > 0 ? [`${more.toLocaleString('en-US')} more.`] : []),
    ],
    bad_rows: bad,
  })
}

/** That a report's bytes stand here already, in words. */
export function takenWords({ id, file_name, created_at }: TakenBatch): string {
  return `This report was taken in already on ${chicagoDay(new Date(created_at))}, as “${file_name}” (batch ${id}).`
}

/** The 400 for a report whose bytes stand here already. */
export const refuseTaken = (batch: TakenBatch) => invalid({ file: [takenWords(batch)] })
