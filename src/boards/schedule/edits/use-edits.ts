import { useCallback, useState, useSyncExternalStore } from 'react'
import type { RowEdit } from '#src/areas/schedule/day-edit.ts'
import { offerUndo, SENT_BACK, undoAll } from '#src/form/submit-with-undo.ts'
import { currentFold, submitAll } from '#src/offline/outbox/outbox.ts'
import { newUuid } from '#src/offline/outbox/uuid-v7.ts'
import { toastDone, toastFailure } from '#src/ui/toast.ts'
import { endUndoOffer } from '#src/ui/undo-toast.tsx'
import { dayNow } from './day-now.ts'
import type { ApplyEdit } from './row-edit.ts'
import { Trail } from './trail.ts'
import { useRefusals } from './use-refusals.ts'

/** What a person can do to the schedule, and take back. All of it says by itself what came of it. */
export interface Edits {
  readonly apply: ApplyEdit
  /** As `apply`, but says itself why the device can't keep it. */
  readonly change: (rows: readonly RowEdit[], words: string) => void
  readonly undo: () => void
  readonly redo: () => void
  readonly canUndo: boolean
  readonly canRedo: boolean
}

/** One trail for as long as the page is open, whichever week is on screen. */
export function useEdits(): Edits {
  const expect = useRefusals()
  const [trail] = useState(
    () =>
      new Trail({
        submit: async (drafts) => {
          const ids = await submitAll(drafts, { mayMerge: false })
          expect(ids)
          return ids
        },
        takeBack: undoAll,
        newId: newUuid,
        dayNow: (...day) => dayNow(currentFold(), ...day),
      }),
  )
  const { canUndo, canRedo } = useSyncExternalStore(trail.subscribe, trail.state)
  const undo = useCallback(() => {
    endUndoOffer()
    trail.undo().then((undone) => {
      if (undone) toastDone(`${undone.isSent ? SENT_BACK : 'Taken back'} · ${undone.step.words}`)
    }, toastFailure)
  }, [trail])
  const redo = useCallback(() => {
    trail.redo().then((step) => {
      if (step) offerUndo(step.ids, [step.words], undo)
    }, toastFailure)
  }, [trail, undo])
  const apply = useCallback<ApplyEdit>(
    async (rows, words) => {
      const step = await trail.apply(rows, words)
      if (step) offerUndo(step.ids, [words], undo)
      return step?.ids.length ?? 0
    },
    [trail, undo],
  )
  const change = useCallback(
    (rows: readonly RowEdit[], words: string) => void apply(rows, words).catch(toastFailure),
    [apply],
  )
  return { apply, change, undo, redo, canUndo, canRedo }
}
