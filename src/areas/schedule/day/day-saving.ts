import { submitAllWithUndo } from '#src/form/frame/submit-with-undo.ts'
import type { NewChange } from '#src/offline/command.ts'
import { newUuid } from '#src/offline/outbox/entry/uuid-v7.ts'
import { loadChunk } from '#src/session/load-chunk.ts'
import type { RowDraft, RowEdit, SaveRows } from './day-edit.ts'

/**
 * Loads the function that creates changes from edits. It is in the chunk of the commands, which loads with the outbox
 * and no page waits for. Throws an `ApiError` when it can't be loaded.
 */
export const loadRowDraft = async (): Promise<RowDraft> =>
  (await loadChunk(() => import('../row-draft-commands.ts'))).rowDraft

async function changesOf(rows: readonly RowEdit[]): Promise<readonly NewChange[]> {
  const rowDraft = await loadRowDraft()
  return rows.flatMap((row) => rowDraft(row, newUuid) ?? [])
}

/** Saves days in the outbox and offers to undo that. */
export const saveRows: SaveRows = (rows) => submitAllWithUndo(changesOf(rows))
