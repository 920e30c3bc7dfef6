import type { OutboxEntry } from '#src/offline/outbox/entry/entry.ts'
import { openedOutbox } from '#src/offline/outbox/outbox.ts'
import type { FieldChoice } from '#src/offline/outbox/settle/field-choices.ts'
import { toastDone } from '#src/ui/notice/toast.ts'
import { type ConflictRow, undisputed } from './conflict-rows.ts'

/** Your word stands in all that is in question. Throws TooLate. */
export async function keepMine(entry: OutboxEntry, rows: readonly ConflictRow[]): Promise<void> {
  // A server that does not tell the fields leaves the change as a whole.
  const outbox = await openedOutbox()
  if (rows.every((row) => row.field === null)) await outbox.retry(entry.id)
  else await outbox.settleConflict(entry.id, allOf(rows, { take: 'mine' }))
  toastDone('Yours is sent again, over theirs.')
}

/** Their word stands in all that is in question; what of the change is not, is still sent. Throws TooLate. */
export async function keepTheirs(entry: OutboxEntry, rows: readonly ConflictRow[]): Promise<void> {
  const outbox = await openedOutbox()
  if (rows.every((row) => row.field === null)) await outbox.discard(entry.id)
  else await outbox.settleConflict(entry.id, allOf(rows, { take: 'theirs' }))
  const isAll = rows.every((row) => row.field === null) || undisputed(entry, rows).length === 0
  toastDone(isAll ? 'Theirs stays; yours is discarded.' : 'Theirs stays; the rest of yours is sent.')
}

const allOf = (rows: readonly ConflictRow[], take: FieldChoice) =>
  Object.fromEntries(rows.map((row) => [row.name, take]))
