import { submitAllWithUndo } from '#src/form/frame/submit-with-undo.ts'
import type { Draft } from '#src/offline/command.ts'
import { newUuid } from '#src/offline/outbox/entry/uuid-v7.ts'
import { neededNow } from '#src/session/needed-now.ts'
import type { KeepRows, RowDraft, RowEdit } from './day-edit.ts'

/**
 * What makes changes of rows. It stands with the commands, which the outbox is opened with and no page waits for. Throws an
 * `ApiError` where it can't be had.
 */
export const loadRowDraft = async (): Promise<RowDraft> =>
  (await neededNow(() => import('../row-draft-commands.ts'))).rowDraft

async function draftsOf(rows: readonly RowEdit[]): Promise<readonly Draft[]> {
  const rowDraft = await loadRowDraft()
  return rows.flatMap((row) => rowDraft(row, newUuid) ?? [])
}

/** Days are kept by the outbox, which offers to take that back. */
export const keepRows: KeepRows = (rows) => submitAllWithUndo(draftsOf(rows))
