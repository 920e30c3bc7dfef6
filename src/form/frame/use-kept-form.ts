import { useState } from 'react'
import type { DraftKind } from '#src/offline/drafts/draft-book.ts'
import { currentSubject } from '#src/session/session.ts'
import { cleanedValues } from './cleaned-values.ts'
import type { Submitter } from './submit-and-wait.ts'
import { useFormDraft } from './use-form-draft.ts'
import { useFormFrame } from './use-form-frame.ts'
import { useIsHere } from './use-is-here.ts'

/** What a form holds. */
export interface Held<Values, Beside> {
  readonly values: Values
  /** What was chosen beside the fields: a photo, files. */
  readonly beside: Beside
}

interface KeptForm<Values, Beside, Kept> {
  /** What stands in the fields at first. */
  readonly start: Values
  /** `beside` while nothing was chosen; this very value. */
  readonly nothing: Beside
  readonly kind: DraftKind<Kept>
  /** What the form is about. */
  readonly key: string
  /** What of the input is kept; no secret. */
  readonly pack: (held: Held<Values, Beside>) => Kept
  readonly unpack: (kept: Kept) => Held<Values, Beside>
  /** Whether it can be saved at all. */
  readonly isReady?: (held: Held<Values, Beside>) => boolean
  /** `own` is for `submitAndWait`. What it throws is told, and what was typed stays. */
  readonly save: (held: Held<Values, Beside>, own: Submitter) => Promise<void>
  /** It is saved, and somebody still looks at it. */
  readonly onSaved: () => void
  /** What was typed is given up. */
  readonly onGivenUp: () => void
}

/** A form that keeps what is typed on the device until it is saved or given up: by a reload, a crash or an update it loses nothing. */
export function useKeptForm<Values, Beside, Kept>(input: KeptForm<Values, Beside, Kept>) {
  const { start, nothing, kind, key, pack, unpack, save, onSaved, onGivenUp } = input
  const isHere = useIsHere()
  // Whose input it is from the first key on: photos and questions are waited for before it is saved.
  const [as] = useState(currentSubject)
  const [beside, setBeside] = useState(nothing)
  const form = useFormFrame<Values>({
    start,
    isReady: (values) => input.isReady?.({ values, beside }) ?? true,
    onSubmit: async (values) => {
      await save(
        { values: cleanedValues(values), beside },
        { as, isHere, onKept: draft.drop, onRefused: () => draft.keepNow(values) },
      )
      await draft.drop()
    },
    onSubmitted: () => {
      if (isHere()) onSaved()
    },
  })
  const draft = useFormDraft<Values, Kept>({
    form: { store: form.form.store, reset: form.reset },
    kind,
    key,
    pack: (values) => pack({ values, beside }),
    unpack: (kept) => {
      const held = unpack(kept)
      setBeside(() => held.beside)
      return held.values
    },
    beside: beside === nothing ? null : beside,
  })
  return {
    form,
    beside,
    setBeside,
    isDirty: draft.isDirty,
    isRestored: draft.isRestored,
    giveUp: () => void draft.drop().then(onGivenUp),
    /** What was typed before is given up; the form begins anew. */
    startOver: async () => {
      setBeside(() => nothing)
      await draft.startOver()
    },
  }
}
