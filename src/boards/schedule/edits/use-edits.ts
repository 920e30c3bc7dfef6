import { useCallback, useState, useSyncExternalStore } from 'react'
import type { RowEdit } from '#src/areas/schedule/day/day-edit.ts'
import { loadRowDraft } from '#src/areas/schedule/day/day-saving.ts'
import { offerUndo, SENT_BACK } from '#src/form/frame/submit-with-undo.ts'
import { newUuid } from '#src/offline/outbox/entry/uuid-v7.ts'
import { foldForScreen, openedOutbox } from '#src/offline/outbox/outbox.ts'
import { currentSubject } from '#src/session/session.ts'
import { toastDone, toastFailure } from '#src/ui/notice/toast.ts'
import { endUndoOffer, UNDO_TOAST } from '#src/ui/notice/undo-toast.tsx'
import { dayNow } from './day-now.ts'
import type { InputMethod } from './input-method.ts'
import { type ConfirmFiring, type EditStep, UndoHistory, type UndoResult } from './undo-history.ts'
import { UnsavedEdits } from './unsaved-edits.ts'

/**
 * Saves an edit of any number of rows, all or nothing, as one step that can be undone. Reports the step to the user
 * with `words` ("Week copied: 42 days"). Returns the number of changed rows. Rejects with `NotSaved` when the device
 * can't save the edit.
 */
export type ApplyEdit = (rows: readonly RowEdit[], words: string) => Promise<number>

/**
 * Edits of the schedule, with undo and redo. All of them report their result to the user; `apply` rejects on failure.
 */
export interface Edits {
  readonly apply: ApplyEdit
  /**
   * Like `apply`, but draws the edit immediately, and calls `make` again once all earlier edits are saved. A failure to
   * save is reported to the user.
   */
  readonly change: (make: () => readonly RowEdit[], wordsOf: (rows: readonly RowEdit[]) => string) => void
  /**
   * Undoes a step: the last one unless `step` is passed. With a key, the user is asked before days become *Firing*
   * again.
   */
  readonly undo: (method: InputMethod, step?: EditStep) => void
  readonly redo: (method: InputMethod) => void
  readonly canUndo: boolean
  readonly canRedo: boolean
  /** Edits that are drawn but not saved yet. */
  readonly unsaved: UnsavedEdits
}

function reportUndone({ step, isSent, failure }: UndoResult): void {
  if (step.rows.length > 0) toastDone(`${isSent ? SENT_BACK : 'Taken back'} · ${step.words}`, UNDO_TOAST)
  if (failure === null) return
  const part = step.rows.length > 0 ? 'Only a part of it was taken back. ' : ''
  toastFailure(new Error(`${part}${failure.message}`, { cause: failure }))
}

/**
 * One undo history for as long as the page is open, whichever week is on screen.
 * @param confirmFiring asks the user whether an undo or redo by key may make days *Firing*
 */
export function useEdits(confirmFiring: ConfirmFiring): Edits {
  const [unsaved] = useState(() => new UnsavedEdits())
  const [history] = useState(() => newHistory())
  const { canUndo, canRedo } = useSyncExternalStore(history.subscribe, history.state)
  const undo = useCallback(
    ({ isByKey }: InputMethod, step?: EditStep) => {
      endUndoOffer()
      const undoing = history.undo(step, isByKey ? confirmFiring : undefined)
      undoing.then((undone) => undone && reportUndone(undone), toastFailure)
    },
    [history, confirmFiring],
  )
  /**
   * Offers to undo a step once it is saved, if the user who began it is still signed in. Returns its number of changes.
   */
  const offerUndoAfter = useCallback(
    async (saving: Promise<EditStep | null>): Promise<number> => {
      const user = currentSubject()
      const step = await saving
      const ids = step?.rows.map(({ id }) => id) ?? []
      if (step && currentSubject() === user) offerUndo(ids, [step.words], (isByKey) => undo({ isByKey }, step))
      return ids.length
    },
    [undo],
  )
  const redo = useCallback(
    ({ isByKey }: InputMethod) =>
      void offerUndoAfter(history.redo(isByKey ? confirmFiring : undefined)).catch(toastFailure),
    [history, offerUndoAfter, confirmFiring],
  )
  const apply = useCallback<ApplyEdit>(
    (rows, words) => {
      const [make, wordsOf] = [() => rows, () => words]
      return offerUndoAfter(history.apply(make, wordsOf))
    },
    [history, offerUndoAfter],
  )
  const change = useCallback<Edits['change']>(
    (make, wordsOf) => {
      const hide = unsaved.show(make())
      void offerUndoAfter(history.apply(make, wordsOf)).catch(toastFailure).finally(hide)
    },
    [history, offerUndoAfter, unsaved],
  )
  return { apply, change, undo, redo, canUndo, canRedo, unsaved }
}

/** An undo history for the user signed in now. After another user signs in, it saves no edit under that user's name. */
function newHistory(): UndoHistory {
  const user = currentSubject()
  return new UndoHistory({
    submit: async (drafts) => (await openedOutbox(user)).submitAll(drafts, { mayMerge: false }),
    takeBack: async (id) => (await openedOutbox()).undo(id),
    newId: newUuid,
    loadRowDraft,
    dayNow: (...day) => dayNow(foldForScreen(), ...day),
  })
}
