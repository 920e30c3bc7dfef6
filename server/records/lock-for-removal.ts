import type { RecordRef } from '#contract/wire/record.ts'
import { notFound, Problem } from '#server/base/problem.ts'
import type { ChangeRequest, LockedRecord, RecordStore } from './change-record.ts'
import { findRecordChangesSince } from './changes-since.ts'
import type { ChangeByOthers, Fields } from './merge.ts'

/**
 * Locks a record before it is deleted. Throws a 404 when it does not exist. Throws a 412 when others changed it since
 * the user saw it, because the user might not want to delete the new content. `noun` is the word for the record kind in
 * the error text.
 */
export async function lockForRemoval<F extends Fields, Id extends RecordRef>(
  { sql, author, seenVersion }: ChangeRequest,
  store: RecordStore<F, Id>,
  id: Id,
  noun: string,
): Promise<LockedRecord<F, Id>> {
  const current = await store.lock(sql, id)
  if (!current) throw notFound()
  if (seenVersion === null || seenVersion === current.version) return current
  const { fields: changesByOthers } = await findRecordChangesSince(sql, author, store.area, [id, seenVersion])
  // A seen version above the current one comes from before a restore from a backup: what the user saw is not known.
  if (changesByOthers.size === 0 && seenVersion < current.version) return current
  const record = await store.find(sql, id)
  throw changedMeanwhile(noun, record?.text ?? 'null', [...changesByOthers.values()].at(-1))
}

/** The 412, written as a conflict of the field `is_deleted`. `last` provides who changed the record, and when. */
function changedMeanwhile(noun: string, text: string, last: ChangeByOthers | undefined): Problem {
  const detail = `Another user has changed this ${noun} in the meantime. Look again before you delete.`
  const { by, at } = last ?? {}
  const is_deleted = { theirs: false, yours: true, was: false, ...(by !== undefined && { by }), ...(at && { at }) }
  return new Problem(412, { detail, current: JSON.parse(text), conflicts: { is_deleted } })
}
