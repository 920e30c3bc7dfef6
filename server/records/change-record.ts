import type { HistoryArea } from '#contract/wire/access.ts'
import type { RecordRef } from '#contract/wire/record.ts'
import { notFound } from '#server/base/problem.ts'
import type { RequestSource } from '#server/base/request-source.ts'
import type { Sql } from '#server/db/db.ts'
import { type ChangesSince, findRecordChangesSince } from './changes-since.ts'
import type { Author, FieldChange, HistoryLog } from './history-log.ts'
import {
  allFieldsChanged,
  type ChangesByOthers,
  conflictProblem,
  conflictsBetween,
  differences,
  disputableFields,
  type Fields,
  type RequestedFields,
} from './merge.ts'
import type { RecordText } from './record-text.ts'

/**
 * A record as the database has it now. Its row is locked. Trucks and trailers have text ids, all other records numbers.
 */
export interface LockedRecord<F extends Fields, Id extends RecordRef = number> {
  readonly id: Id
  readonly version: number
  readonly fields: F
}

/** How `changeRecord` reads and writes one record kind. The repository of each record kind provides a store. */
export interface RecordStore<F extends Fields, Id extends RecordRef = number> {
  readonly area: HistoryArea
  /** Reads the record and locks its row until the transaction ends. Null when the record does not exist. */
  lock(sql: Sql, ref: RecordRef): Promise<LockedRecord<F, Id> | null>
  /** Writes the fields, raises the version by one and adds `log` to the history, all in one statement. */
  write(sql: Sql, id: Id, fields: F, log: HistoryLog): Promise<RecordText>
  /** The record as sent over the wire. Null when it does not exist. */
  find(sql: Sql, ref: RecordRef): Promise<RecordText | null>
  /**
   * Which fields count as changed by others since the version `seen`, for records whose history alone can't show it.
   * Replaces `changesSince.fields`.
   */
  readonly changesByOthers?: (current: LockedRecord<F, Id>, seen: number, changesSince: ChangesSince) => ChangesByOthers
}

/** Who changes a record, and which version of the record the user saw. */
export interface ChangeRequest {
  readonly sql: Sql
  readonly author: Author
  /** The version that the user saw (`If-Match`). Null skips the conflict check: the last write wins. */
  readonly seenVersion: number | null
  /**
   * True when the user may change the record but not view it. Then all requested fields can conflict, so that the
   * responses reveal no value.
   */
  readonly isBlind?: boolean
  /** Where the request comes from, for the security log. */
  readonly source: RequestSource
}

/**
 * Changes some fields of a record and returns the new record. Changes to every record kind go
 * through this function; only changes of several schedule days have their own plan (`set-days.ts`).
 *
 * 1. Locks the record. Throws a 404 when it does not exist.
 * 2. Picks the requested fields whose value differs from the current one.
 * 3. Compares these fields (for `isBlind`: all requested fields) with the changes that others made since
 *    `request.seenVersion`. “Others” are other users and the same user on other devices; without a device in the request,
 *    every change counts. Throws a 412 when others changed one of the fields too. Changes to different fields are merged.
 *    Without a seen version, or with the current one, nothing is compared.
 * 4. Calls `complete`, which adds fields that follow from the requested ones, or throws to refuse the change. A
 *    requested value wins over an added one. Added fields never conflict.
 * 5. Writes the fields and their history, and raises the version by one.
 *
 * When no field changes, nothing is written and the version stays the same.
 */
export async function changeRecord<F extends Fields, Id extends RecordRef = number>(
  request: ChangeRequest,
  store: RecordStore<F, Id>,
  ref: RecordRef,
  requested: RequestedFields<F>,
  complete: (changed: Partial<F>, current: F) => Partial<F> | Promise<Partial<F>> = () => ({}),
): Promise<RecordText> {
  const { sql, author } = request
  const current = await store.lock(sql, ref)
  if (!current) throw notFound()
  const changed = differences(current.fields, requested)
  await refuseConflicts(request, store, current, requested)
  const allChanged = { ...(await complete(changed, current.fields)), ...changed }
  if (Object.keys(allChanged).length === 0) return findOrThrow(sql, store, current.id)
  const changes: FieldChange[] = Object.entries(allChanged).map(([field, to]) => ({
    field,
    from: current.fields[field],
    to,
  }))
  const log: HistoryLog = { area: store.area, version: current.version + 1, author, changes }
  return store.write(sql, current.id, { ...current.fields, ...allChanged }, log)
}

async function findOrThrow<F extends Fields, Id extends RecordRef>(
  sql: Sql,
  store: RecordStore<F, Id>,
  id: Id,
): Promise<RecordText> {
  const record = await store.find(sql, id)
  if (!record) throw notFound()
  return record
}

/** Throws the 412 with the conflicting fields and the current record. Does nothing when no field conflicts. */
async function refuseConflicts<F extends Fields, Id extends RecordRef>(
  request: ChangeRequest,
  store: RecordStore<F, Id>,
  current: LockedRecord<F, Id>,
  requested: RequestedFields<F>,
): Promise<void> {
  const { seenVersion, sql, isBlind } = request
  if (seenVersion === null || seenVersion === current.version) return
  const disputed = disputableFields(current.fields, requested, isBlind)
  const changesByOthers =
    seenVersion > current.version
      ? allFieldsChanged(disputed)
      : await findChangesByOthers(request, store, current, seenVersion)
  const conflicts = conflictsBetween(current.fields, disputed, changesByOthers)
  if (Object.keys(conflicts).length === 0) return
  const { text } = await findOrThrow(sql, store, current.id)
  throw conflictProblem(JSON.parse(text), conflicts)
}

async function findChangesByOthers<F extends Fields, Id extends RecordRef>(
  { sql, author }: ChangeRequest,
  store: RecordStore<F, Id>,
  current: LockedRecord<F, Id>,
  seenVersion: number,
): Promise<ChangesByOthers> {
  const changesSince = await findRecordChangesSince(sql, author, store.area, [current.id, seenVersion])
  return store.changesByOthers?.(current, seenVersion, changesSince) ?? changesSince.fields
}
