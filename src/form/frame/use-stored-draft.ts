import { useStore } from '@tanstack/react-form'
import { useEffect, useRef, useState } from 'react'
import { type DraftKind, type EarlierInput, readDraft } from '#src/offline/drafts/draft-book.ts'
import { type DraftControls, useDraft } from '#src/offline/drafts/drafts.ts'
import { holdUnsavedInput } from '#src/offline/drafts/unsaved-input.ts'
import { sayDiscarded } from './draft-toasts.ts'

/** The part of a form that its draft needs: reading and setting its values. */
interface FormWithDraft<Values> {
  readonly store: Parameters<
    typeof useStore<{ values: Values; isDefaultValue: boolean; isSubmitSuccessful: boolean }>
  >[0]
  readonly reset: (values?: Values, options?: { keepDefaultValues?: boolean }) => void
}

interface FormDraft<Values, Stored> {
  readonly form: FormWithDraft<Values>
  readonly kind: DraftKind<Stored>
  /** Names the record that the form is about. */
  readonly key: string
  /** The values to store, without secrets. */
  readonly pack: (values: Values) => Stored
  /** Restores the fields, and the form's state outside of the fields. */
  readonly unpack: (stored: Stored) => Values
  /** The choice outside of the fields (a photo), null for none. Each choice is a new value. */
  readonly beside?: unknown
  /** Called before the form starts over, to reset the form's state outside of the fields. */
  readonly onClear: () => void
}

/**
 * Stores a form's input while it differs from the initial values. When the user reverts the input, the draft is
 * deleted; otherwise it would be restored later. A restored draft counts as stored.
 */
export function draftFollower<Stored>() {
  let isKept = false
  return {
    putBack: () => {
      isKept = true
    },
    follow(
      isDirty: boolean,
      pack: () => Stored,
      { storeInput, drop }: Pick<DraftControls<Stored>, 'storeInput' | 'drop'>,
    ): void {
      if (isDirty) storeInput(pack())
      else if (isKept) void drop()
      isKept = isDirty
    },
  }
}

/**
 * Stores a form's input on the device while the user types, and restores input from before a reload or a crash. App
 * updates wait while the form has input.
 */
export function useStoredDraft<Values, Stored>({
  form,
  kind,
  key,
  pack,
  unpack,
  beside = null,
  onClear,
}: FormDraft<Values, Stored>) {
  const { earlierInput, storeInput, storeInputNow, keep, drop, discard } = useDraft(kind, key)
  const [follower] = useState(draftFollower<Stored>)
  // The earlier input that the form has read, and since when the input in the form is as old as that.
  const [read, setRead] = useState<EarlierInput<Stored> | null>(null)
  const [restoredFrom, setRestoredFrom] = useState<number | null>(null)
  const values = useStore(form.store, (state) => state.values)
  const isDirty = useStore(form.store, (state) => !state.isDefaultValue && !state.isSubmitSuccessful) || beside !== null
  // Prevents updates and other reloads in the meantime, which would lose the input.
  useEffect(() => (isDirty ? holdUnsavedInput() : undefined), [isDirty])
  // biome-ignore lint/correctness/useExhaustiveDependencies: the input is stored when it changes, and only then.
  useEffect(() => follower.follow(isDirty, () => pack(values), { storeInput, drop }), [values, beside, isDirty])
  // A photo is stored at once: the user can't type it again. The files that are stored already are not written again.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when the choice outside of the fields changes.
  useEffect(() => {
    if (beside !== null) void storeInputNow(pack(values))
  }, [beside])
  // After the effects above, which must first see the form with the restored input.
  useEffect(() => {
    if (earlierInput === null || earlierInput === read) return
    setRead(earlierInput)
    follower.putBack()
    putBack(earlierInput)
  })
  const putBack = ({ value, savedAt }: EarlierInput<Stored>) => {
    setRestoredFrom(savedAt)
    form.reset(unpack(value), { keepDefaultValues: true })
  }
  const isEmpty = useIsEmpty(isDirty)
  return {
    isDirty,
    /** When the restored input was last changed, in milliseconds since 1970. Null if the form restored none. */
    restoredFrom,
    /** Deletes the draft: the form was saved or its input discarded. */
    drop,
    /** Stores these values and the choice outside of the fields. Resolves when they are on disk. */
    keepNow: (fields: Values) => storeInputNow(pack(fields)),
    /** Stores what is not on disk yet, for a form that is about to close. See `useDraft`. */
    keep,
    /** Discards the input; the form starts over. Says so, and offers to undo it. */
    startOver: async () => {
      const discarded = await discard()
      setRestoredFrom(null)
      onClear()
      form.reset()
      if (discarded === null) return
      const { draft, restore } = discarded
      const own = readDraft(kind, draft)
      // A draft that no longer has its form to itself is offered again.
      const undo = async () => (own && isEmpty() ? putBack({ value: own.value, savedAt: draft.savedAt }) : restore())
      sayDiscarded({ draft, restore: undo })
    },
  }
}

/** Returns a function that tells whether the form is on screen without input. */
function useIsEmpty(isDirty: boolean): () => boolean {
  const isEmpty = useRef(false)
  useEffect(() => {
    isEmpty.current = !isDirty
    return () => {
      isEmpty.current = false
    }
  }, [isDirty])
  return () => isEmpty.current
}
