import { submitAllWithUndo } from '#src/form/submit-with-undo.ts'
import { newUuid } from '#src/offline/outbox/uuid-v7.ts'
import { neededNow } from '#src/session/needed-now.ts'
import type { KeepRows, RowDraft } from './day-edit.ts'

/** What makes changes of rows: it comes with the commands, which no page waits for. Throws an `ApiError` where it can't be had. */
export const loadRowDraft = async (): Promise<RowDraft> => (await neededNow(() => import('./day-drafts.ts'))).rowDraft

/** Days are kept by the outbox, which offers to take that back. */
export const keepRows: KeepRows = async (rows) => {
  const rowDraft = await loadRowDraft()
  return submitAllWithUndo(rows.flatMap((row) => rowDraft(row, newUuid) ?? []))
}
