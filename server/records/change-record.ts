import type { HistoryArea } from '#contract/wire/access.ts'
import type { RecordRef } from '#contract/wire/record.ts'
import { notFound } from '#server/base/problem.ts'
import type { RequestSource } from '#server/base/request-source.ts'
import type { Sql } from '#server/db/db.ts'
import { recordChangedByOthers, type Told } from './changed-by-others.ts'
import type { Author, FieldChange, HistoryLog } from './history-log.ts'
import {
  type Asked,
  type ChangedFields,
  conflictProblem,
  conflictsBetween,
  differences,
  disputable,
  everyField,
  type Fields,
} from './merge.ts'
import type { RecordText } from './record-text.ts'

/** Most records have a number; trucks and trailers are called by a text. */
export interface Locked<F extends Fields, Id extends RecordRef = number> {
  readonly id: Id
  readonly version: number
  readonly fields: F
}

/** What `changeRecord` needs of a kind of record; each repository offers it. */
export interface RecordStore<F extends Fields, Id extends RecordRef = number> {
  readonly area: HistoryArea
  /** Reads the fields and locks the row until the transaction ends; null when there is none. */
  lock(sql: Sql, ref: RecordRef): Promise<Locked<F, Id> | null>
  /** Writes the fields, raises the version by one and logs it, in one statement. */
  write(sql: Sql, id: Id, fields: F, log: HistoryLog): Promise<RecordText>
  /** The record as the wire shows it; null when there is none. */
  find(sql: Sql, ref: RecordRef): Promise<RecordText | null>
  /** What counts as changed by others since `seen`, for records of which the history alone does not say all of it. */
  readonly changedSince?: (current: Locked<F, Id>, seen: number, told: Told) => ChangedFields
}

export interface ChangeRequest {
  readonly sql: Sql
  readonly author: Author
  /** The version that the person saw (`If-Match`); null lets the last write win. */
  readonly seenVersion: number | null
  /** Whether it comes from a user who may not view the record. */
  readonly isBlind?: boolean
  /** Where it comes from. */
  readonly source: RequestSource
}

/**
 * Changes some fields of a record, once for all kinds of record: merges with what others changed since the person
 * looked, logs who changed what, and answers the record. Fields that are as asked already are not touched; when none is
 * left, nothing is written and the version stays.
 *
 * `complete` is asked once the record is locked. It may add fields that follow from the asked ones (and refuse); they are never in
 * conflict.
 * Throws 404 when there is no such record, 412 when somebody else changed the same field to something else.
 */
export async function changeRecord<F extends Fields, Id extends RecordRef = number>(
  request: ChangeRequest,
  store: RecordStore<F, Id>,
  ref: RecordRef,
  asked: Asked<F>,
  complete: (differs: Partial<F>, current: F) => Partial<F> | Promise<Partial<F>> = () => ({}),
): Promise<RecordText> {
  const { sql, author } = request
  const current = await store.lock(sql, ref)
  if (!current) throw notFound()
  const wanted = differences(current.fields, asked)
  await refuseConflicts(request, store, current, asked)
  const differs = { ...(await complete(wanted, current.fields)), ...wanted }
  if (Object.keys(differs).length === 0) return existing(sql, store, current.id)
  const changes: FieldChange[] = Object.entries(differs).map(([field, to]) => ({
    field,
    from: current.fields[field],
    to,
  }))
  const log: HistoryLog = { area: store.area, version: current.version + 1, author, changes }
  return store.write(sql, current.id, { ...current.fields, ...differs }, log)
}

async function existing<F extends Fields, Id extends RecordRef>(
  sql: Sql,
  store: RecordStore<F, Id>,
  id: Id,
): Promise<RecordText> {
  const record = await store.find(sql, id)
  if (!record) throw notFound()
  return record
}

async function refuseConflicts<F extends Fields, Id extends RecordRef>(
  request: ChangeRequest,
  store: RecordStore<F, Id>,
  current: Locked<F, Id>,
  asked: Asked<F>,
): Promise<void> {
  const { seenVersion, sql, isBlind } = request
  if (seenVersion === null || seenVersion === current.version) return
  const disputed = disputable(current.fields, asked, isBlind)
  const changed =
    seenVersion > current.version ? everyField(disputed) : await changedSince(request, store, current, seenVersion)
  const conflicts = conflictsBetween(current.fields, disputed, changed)
  if (Object.keys(conflicts).length === 0) return
  const { text } = await existing(sql, store, current.id)
  throw conflictProblem(JSON.parse(text), conflicts)
}

async function changedSince<F extends Fields, Id extends RecordRef>(
  { sql, author }: ChangeRequest,
  store: RecordStore<F, Id>,
  current: Locked<F, Id>,
  seen: number,
): Promise<ChangedFields> {
  const told = await recordChangedByOthers(sql, author, store.area, [current.id, seen])
  return store.changedSince?.(current, seen, told) ?? told.fields
}
