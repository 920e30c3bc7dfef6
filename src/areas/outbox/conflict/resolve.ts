import type { OutboxEntry } from '#src/offline/outbox/entry/entry.ts'
import { openedOutbox } from '#src/offline/outbox/outbox.ts'
import type { FieldChoice } from '#src/offline/outbox/settle/field-choices.ts'
import { toastDone } from '#src/ui/notice/toast.ts'
import { type ConflictRow, fieldsWithoutConflict } from './conflict-rows.ts'

/** Resolves all conflicting fields with the user's own values. Throws `TooLate`. */
export async function keepMine(entry: OutboxEntry, rows: readonly ConflictRow[]): Promise<void> {
  // Without fields from the server, the whole change is sent again.
  const outbox = await openedOutbox()
  if (rows.every((row) => row.field === null)) await outbox.retry(entry.id)
  else await outbox.resolveConflict(entry.id, allOf(rows, { take: 'mine' }))
  toastDone('Yours is sent again, over theirs.')
}

/**
 * Resolves all conflicting fields with the other user's values. The rest of the change is still sent. Throws `TooLate`.
 */
export async function keepTheirs(entry: OutboxEntry, rows: readonly ConflictRow[]): Promise<void> {
  const outbox = await openedOutbox()
  if (rows.every((row) => row.field === null)) await outbox.discard(entry.id)
  else await outbox.resolveConflict(entry.id, allOf(rows, { take: 'theirs' }))
  const isAll = rows.every((row) => row.field === null) || fieldsWithoutConflict(entry, rows).length === 0
  toastDone(isAll ? 'Theirs stays; yours is discarded.' : 'Theirs stays; the rest of yours is sent.')
}

const allOf = (rows: readonly ConflictRow[], take: FieldChoice) =>
  Object.fromEntries(rows.map((row) => [row.name, take]))
