import { submitAllWithUndo } from '#src/form/submit-with-undo.ts'
import { newUuid } from '#src/offline/outbox/uuid-v7.ts'
import type { DaySaving, setDay } from './day-edit.ts'

/** Days are saved by the outbox, which offers to take that back. */
export const daySaving: DaySaving = { submit: submitAllWithUndo, newId: newUuid }

type Edited = Parameters<typeof setDay>

/** `setDay` by the outbox, for pages: what a change is made of is loaded when somebody makes one. */
export async function keepDay(driver: Edited[0], date: Edited[1], was: Edited[2], wanted: Edited[3]): Promise<void> {
  const { setDay } = await import('./day-edit.ts')
  await setDay(driver, date, was, wanted, daySaving)
}
