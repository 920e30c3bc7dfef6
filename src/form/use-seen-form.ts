import { useEffect, useState } from 'react'
import type { DraftKind } from '#src/offline/drafts/draft-book.ts'
import { changedMeanwhile } from './changed-meanwhile.ts'
import { useFormDraft } from './use-form-draft.ts'
import { useFormFrame } from './use-form-frame.ts'
import { useIsHere } from './use-is-here.ts'

/** What a form says of a record. */
interface Typed<Row, Values, Beside> {
  /** The record as it was when the typing began: what a change starts from. */
  readonly was: Row
  readonly values: Values
  /** What was chosen beside the fields: a photo, files. */
  readonly beside: Beside
}

interface SeenForm<Row, Values, Beside, Kept> {
  /** The record as it is known now. */
  readonly row: Row
  readonly valuesOf: (row: Row) => Values
  /** What was seen and what is now, as a change from the one to the other in words; empty where the form shows the same. */
  readonly differs: (seen: Row, now: Row) => string
  /** `beside` while nothing was chosen; this very value. */
  readonly nothing: Beside
  readonly kind: DraftKind<Kept>
  /** Which record it is. */
  readonly key: string
  /** What of the input is kept; no secret. */
  readonly pack: (typed: Typed<Row, Values, Beside>) => Kept
  readonly unpack: (kept: Kept) => Typed<Row, Values, Beside>
  /** Whether it can be saved at all. */
  readonly isReady?: (typed: Typed<Row, Values, Beside>) => boolean
  /** `isHere`: whether somebody still looks at the form. What it throws is told, and what was typed stays. */
  readonly save: (typed: Typed<Row, Values, Beside>, isHere: () => boolean) => Promise<void>
  /** It is saved. */
  readonly onSaved: () => void
  /** What was typed is given up. */
  readonly onGivenUp: () => void
}

/**
 * A form that changes a record: it begins with what is known, keeps what is typed on the device until it is saved or given
 * up, and saves it as a change of what was seen when the typing began.
 */
export function useSeenForm<Row extends { readonly version: number }, Values, Beside, Kept>(
  input: SeenForm<Row, Values, Beside, Kept>,
) {
  const { row, valuesOf, nothing, kind, key, pack, unpack } = input
  const isHere = useIsHere()
  const [{ was, start }, setFrom] = useState(() => ({ was: row, start: valuesOf(row) }))
  const [beside, setBeside] = useState(nothing)
  const form = useFormFrame<Values>({
    start,
    isReady: (values) => input.isReady?.({ was, values, beside }) ?? true,
    onSubmit: async (values) => {
      await input.save({ was, values, beside }, isHere)
      await draft.drop()
      if (isHere()) input.onSaved()
    },
  })
  const draft = useFormDraft<Values, Kept>({
    form: form.form,
    kind,
    key,
    pack: (values) => pack({ was, values, beside }),
    unpack: (kept) => {
      const typed = unpack(kept)
      setBeside(() => typed.beside)
      setFrom((from) => ({ ...from, was: typed.was }))
      return typed.values
    },
    beside: beside === nothing ? null : beside,
  })
  const begin = (now: Row) => {
    const values = valuesOf(now)
    setBeside(() => nothing)
    setFrom({ was: now, start: values })
    form.form.reset(values)
  }
  const isIdle = !draft.isDirty && !draft.isRestored && !form.frame.isSubmitting
  // As long as nothing is typed the form shows what is known, however late that came.
  useEffect(() => {
    if (isIdle && row !== was) begin(row)
  })
  return {
    was,
    form,
    beside,
    setBeside,
    isDirty: draft.isDirty,
    isRestored: draft.isRestored,
    // While it is saved, what changes is one's own.
    meanwhile: form.frame.isSubmitting ? null : changedMeanwhile(was, row, input.differs),
    giveUp: () => void draft.drop().then(input.onGivenUp),
    startOver: () => void draft.startOver().then(() => begin(row)),
  }
}
