import { useEffect, useState } from 'react'
import type { DraftKind } from '#src/offline/drafts/draft-book.ts'
import { changedMeanwhile } from './changed-meanwhile.ts'
import type { Submitter } from './submit-and-wait.ts'
import { type Held, useKeptForm } from './use-kept-form.ts'

/** What a form says of a record. */
interface Typed<Row, Values, Beside> extends Held<Values, Beside> {
  /** The record as it was when the typing began: what a change starts from. */
  readonly was: Row
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
  /** See `useKeptForm`. */
  readonly save: (typed: Typed<Row, Values, Beside>, own: Submitter) => Promise<void>
  readonly onSaved: () => void
  readonly onGivenUp: () => void
}

/**
 * A form that changes a record: it begins with what is known, keeps what is typed as `useKeptForm` does, and saves it as a
 * change of what was seen when the typing began.
 */
export function useSeenForm<Row extends { readonly version: number }, Values, Beside, Kept>(
  input: SeenForm<Row, Values, Beside, Kept>,
) {
  const { row, valuesOf, nothing, kind, key, onSaved, onGivenUp } = input
  const [{ was, start }, setFrom] = useState(() => ({ was: row, start: valuesOf(row) }))
  const kept = useKeptForm<Values, Beside, Kept>({
    ...{ start, nothing, kind, key, onSaved, onGivenUp },
    pack: (held) => input.pack({ was, ...held }),
    unpack: (before) => {
      const typed = input.unpack(before)
      setFrom((from) => ({ ...from, was: typed.was }))
      return typed
    },
    isReady: (held) => input.isReady?.({ was, ...held }) ?? true,
    save: (held, own) => input.save({ was, ...held }, own),
  })
  const { form, isDirty, isRestored } = kept
  const begin = (now: Row) => {
    const values = valuesOf(now)
    setFrom({ was: now, start: values })
    form.refresh(values)
  }
  const isIdle = !isDirty && !isRestored && !form.frame.isSubmitting
  // As long as nothing is typed the form shows what is known, however late that came.
  useEffect(() => {
    if (isIdle && row !== was) begin(row)
  })
  return {
    ...kept,
    was,
    // While it is saved, what changes is one's own.
    meanwhile: form.frame.isSubmitting ? null : changedMeanwhile(was, row, input.differs),
    startOver: () => kept.startOver().then(() => begin(row)),
  }
}
