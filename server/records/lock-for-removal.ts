import type { RecordRef } from '#contract/wire/record.ts'
import { notFound, Problem } from '#server/base/problem.ts'
import type { ChangeRequest, Locked, RecordStore } from './change-record.ts'
import { recordChangedByOthers } from './changed-by-others.ts'
import type { FieldSince, Fields } from './merge.ts'

/**
 * Locks a record that is to be deleted. Throws 404, and 412 when somebody else has changed it since the person looked: what
 * is gone then may be more than they meant. `noun`: what such a record is called.
 */
export async function lockForRemoval<F extends Fields, Id extends RecordRef>(
  { sql, author, seenVersion }: ChangeRequest,
  store: RecordStore<F, Id>,
  id: Id,
  noun: string,
): Promise<Locked<F, Id>> {
  const current = await store.lock(sql, id)
  if (!current) throw notFound()
  if (seenVersion === null || seenVersion === current.version) return current
  const { fields: since } = await recordChangedByOthers(sql, author, store.area, [id, seenVersion])
  // A version that this database never gave, for it was restored from a backup, says nothing of what was seen.
  if (since.size === 0 && seenVersion < current.version) return current
  const now = await store.find(sql, id)
  throw changedSince(noun, now?.text ?? 'null', [...since.values()].at(-1))
}

/** As a conflict of one field: whether it is deleted. Who changed it last, and when, is told. */
function changedSince(noun: string, text: string, last: FieldSince | undefined): Problem {
  const detail = `Somebody else has changed this ${noun} in the meantime. Look again before you delete.`
  const { by, at } = last ?? {}
  const is_deleted = { theirs: false, yours: true, was: false, ...(by !== undefined && { by }), ...(at && { at }) }
  return new Problem(412, { detail, current: JSON.parse(text), conflicts: { is_deleted } })
}
