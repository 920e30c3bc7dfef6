import { submitAllWithUndo } from '#src/form/submit-with-undo.ts'
import { newUuid } from '#src/offline/outbox/uuid-v7.ts'
import type { DaySaving } from './day-edit.ts'

/** Days are saved by the outbox, which offers to take that back. */
export const daySaving: DaySaving = { submit: submitAllWithUndo, newId: newUuid }
