import { submitAllWithUndo } from '#src/form/submit-with-undo.ts'
import { newUuid } from '#src/offline/outbox/uuid-v7.ts'
import { type KeepRows, rowDraft } from './day-edit.ts'

/** Days are kept by the outbox, which offers to take that back. */
export const keepRows: KeepRows = (rows) => submitAllWithUndo(rows.flatMap((row) => rowDraft(row, newUuid) ?? []))
