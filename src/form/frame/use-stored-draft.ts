import { useStore } from '@tanstack/react-form'
import { useEffect, useState } from 'react'
import type { DraftKind } from '#src/offline/drafts/draft-book.ts'
import { type DraftControls, useDraft } from '#src/offline/drafts/drafts.ts'
import { holdUnsavedInput } from '#src/offline/drafts/unsaved-input.ts'

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
}: FormDraft<Values, Stored>) {
  const { earlierInput, storeInput, storeInputNow, drop } = useDraft(kind, key)
  const [follower] = useState(draftFollower<Stored>)
  const [restored, setRestored] = useState<'not_yet' | 'restored' | 'started_over'>('not_yet')
  const values = useStore(form.store, (state) => state.values)
  const isDirty = useStore(form.store, (state) => !state.isDefaultValue && !state.isSubmitSuccessful) || beside !== null
  // Prevents updates and other reloads in the meantime, which would lose the input.
  useEffect(() => (isDirty ? holdUnsavedInput() : undefined), [isDirty])
  // biome-ignore lint/correctness/useExhaustiveDependencies: the input is stored when it changes, and only then.
  useEffect(() => follower.follow(isDirty, () => pack(values), { storeInput, drop }), [values, beside, isDirty])
  // After the effect above, which must first see the form with the restored input.
  useEffect(() => {
    if (earlierInput === null || restored !== 'not_yet') return
    setRestored('restored')
    follower.putBack()
    form.reset(unpack(earlierInput), { keepDefaultValues: true })
  })
  return {
    isDirty,
    isRestored: restored === 'restored',
    /** Deletes the draft: the form was saved or its input discarded. */
    drop,
    /** Stores these values and the choice outside of the fields. Resolves when they are on disk. */
    keepNow: (fields: Values) => storeInputNow(pack(fields)),
    /** Discards the restored input; the form starts over. */
    startOver: async () => {
      await drop()
      setRestored('started_over')
      form.reset()
    },
  }
}
