import { useCallback, useState, useSyncExternalStore } from 'react'
import type { RowEdit } from '#src/areas/schedule/day/day-edit.ts'
import { loadRowDraft } from '#src/areas/schedule/day/day-saving.ts'
import { offerUndo, SENT_BACK } from '#src/form/frame/submit-with-undo.ts'
import { newUuid } from '#src/offline/outbox/entry/uuid-v7.ts'
import { currentFold, openedOutbox } from '#src/offline/outbox/outbox.ts'
import { currentSubject } from '#src/session/session.ts'
import { toastDone, toastFailure } from '#src/ui/notice/toast.ts'
import { endUndoOffer, UNDO_TOAST } from '#src/ui/notice/undo-toast.tsx'
import { dayNow } from './day-now.ts'
import type { How } from './how.ts'
import { Keeping } from './keeping.ts'
import { type MayFire, type Step, Trail, type Undone } from './trail.ts'

/**
 * Keeps an edit of any number of rows, all of it or nothing, as one step that can be undone; says what was done, in `words`
 * ("Week copied: 42 days"). Rejects with `NotKept` when the device can't keep it. Answers how many rows it changes.
 */
export type ApplyEdit = (rows: readonly RowEdit[], words: string) => Promise<number>

/** What a person can do to the schedule, and take back. All of it says by itself what came of it. */
export interface Edits {
  readonly apply: ApplyEdit
  /**
   * As `apply`, of what `make` says once all that was done before is kept; drawn at once. Says itself why the device can't
   * keep it.
   */
  readonly change: (make: () => readonly RowEdit[], wordsOf: (rows: readonly RowEdit[]) => string) => void
  /** Takes a step back: the last, unless another is named. By keys it is asked before days become *Firing* again. */
  readonly undo: (how: How, step?: Step) => void
  readonly redo: (how: How) => void
  readonly canUndo: boolean
  readonly canRedo: boolean
  /** What is drawn and not kept yet. */
  readonly keeping: Keeping
}

function sayUndone({ step, isSent, failure }: Undone): void {
  if (step.rows.length > 0) toastDone(`${isSent ? SENT_BACK : 'Taken back'} · ${step.words}`, UNDO_TOAST)
  if (failure === null) return
  const part = step.rows.length > 0 ? 'Only a part of it was taken back. ' : ''
  toastFailure(new Error(`${part}${failure.message}`, { cause: failure }))
}

/**
 * One trail for as long as the page is open, whichever week is on screen.
 * @param mayFire asks whether days may become *Firing* by keys
 */
export function useEdits(mayFire: MayFire): Edits {
  const [keeping] = useState(() => new Keeping())
  const [trail] = useState(() => newTrail())
  const { canUndo, canRedo } = useSyncExternalStore(trail.subscribe, trail.state)
  const undo = useCallback(
    ({ isByKey }: How, step?: Step) => {
      endUndoOffer()
      const undoing = trail.undo(step, isByKey ? mayFire : undefined)
      undoing.then((undone) => undone && sayUndone(undone), toastFailure)
    },
    [trail, mayFire],
  )
  /** Offers to undo what is being made, to whoever began it. */
  const offering = useCallback(
    async (making: Promise<Step | null>): Promise<number> => {
      const person = currentSubject()
      const step = await making
      const ids = step?.rows.map(({ id }) => id) ?? []
      if (step && currentSubject() === person) offerUndo(ids, [step.words], (isByKey) => undo({ isByKey }, step))
      return ids.length
    },
    [undo],
  )
  const redo = useCallback(
    ({ isByKey }: How) => void offering(trail.redo(isByKey ? mayFire : undefined)).catch(toastFailure),
    [trail, offering, mayFire],
  )
  const apply = useCallback<ApplyEdit>(
    (rows, words) =>
      offering(
        trail.apply(
          () => rows,
          () => words,
        ),
      ),
    [trail, offering],
  )
  const change = useCallback<Edits['change']>(
    (make, wordsOf) => {
      const drawn = keeping.show(make())
      void offering(trail.apply(make, wordsOf)).catch(toastFailure).finally(drawn)
    },
    [trail, offering, keeping],
  )
  return { apply, change, undo, redo, canUndo, canRedo, keeping }
}

/** The trail of whoever is signed in now: what stands in its line when somebody else comes is not kept as theirs. */
function newTrail(): Trail {
  const as = currentSubject()
  return new Trail({
    submit: async (drafts) => (await openedOutbox(as)).submitAll(drafts, { mayMerge: false }),
    takeBack: async (id) => (await openedOutbox()).undo(id),
    newId: newUuid,
    loadRowDraft,
    dayNow: (...day) => dayNow(currentFold(), ...day),
  })
}
