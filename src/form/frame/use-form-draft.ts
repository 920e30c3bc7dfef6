import { useStore } from '@tanstack/react-form'
import { useEffect, useState } from 'react'
import type { DraftKind } from '#src/offline/drafts/draft-book.ts'
import { type DraftOf, useDraft } from '#src/offline/drafts/drafts.ts'
import { holdUnsavedInput } from '#src/offline/drafts/unsaved-input.ts'

/** A form as far as its draft needs it: what stands in the fields, and the way to put something there. */
interface DraftedForm<Values> {
  readonly store: Parameters<
    typeof useStore<{ values: Values; isDefaultValue: boolean; isSubmitSuccessful: boolean }>
  >[0]
  readonly reset: (values?: Values, options?: { keepDefaultValues?: boolean }) => void
}

interface FormDraft<Values, Kept> {
  readonly form: DraftedForm<Values>
  readonly kind: DraftKind<Kept>
  /** What the form is about. */
  readonly key: string
  /** What of it is kept; no secret. */
  readonly pack: (values: Values) => Kept
  /** The fields as they were; also takes over what the form holds beside them. */
  readonly unpack: (kept: Kept) => Values
  /** Whether something beside the fields (a photo) was chosen; a new value each time it is another. */
  readonly beside?: unknown
}

/**
 * Keeps a form's input while it differs from what the form began with. Once the typing is taken back nothing of it stays:
 * the form would else come back with it. What was put back counts as kept.
 */
export function draftFollower<Kept>() {
  let isKept = false
  return {
    putBack: () => {
      isKept = true
    },
    follow(isDirty: boolean, pack: () => Kept, { keep, drop }: Pick<DraftOf<Kept>, 'keep' | 'drop'>): void {
      if (isDirty) keep(pack())
      else if (isKept) void drop()
      isKept = isDirty
    },
  }
}

/**
 * Keeps what a form holds on the device while it is typed, and puts back what was typed before a reload or a crash. As
 * long as something is typed, updates are held back.
 */
export function useFormDraft<Values, Kept>({ form, kind, key, pack, unpack, beside = null }: FormDraft<Values, Kept>) {
  const { before, keep, keepNow, drop } = useDraft(kind, key)
  const [follower] = useState(draftFollower<Kept>)
  const [restored, setRestored] = useState<'not_yet' | 'restored' | 'started_over'>('not_yet')
  const values = useStore(form.store, (state) => state.values)
  const isDirty = useStore(form.store, (state) => !state.isDefaultValue && !state.isSubmitSuccessful) || beside !== null
  // Updates and other reloads are kept away as long: what is typed would be lost.
  useEffect(() => (isDirty ? holdUnsavedInput() : undefined), [isDirty])
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is typed is kept when it changes, and then alone.
  useEffect(() => follower.follow(isDirty, () => pack(values), { keep, drop }), [values, beside, isDirty])
  // After the other: that one must first see the form as it is with what was put back.
  useEffect(() => {
    if (before === null || restored !== 'not_yet') return
    setRestored('restored')
    follower.putBack()
    form.reset(unpack(before), { keepDefaultValues: true })
  })
  return {
    isDirty,
    isRestored: restored === 'restored',
    /** The form was saved, or its input given up. */
    drop,
    /** Keeps these fields, and what stands beside them; resolves when they are on disk. */
    keepNow: (fields: Values) => keepNow(pack(fields)),
    /** What was typed before is given up; the form begins anew. */
    startOver: async () => {
      await drop()
      setRestored('started_over')
      form.reset()
    },
  }
}
