import { useState } from 'react'
import type { DraftKind } from '#src/offline/drafts/draft-book.ts'
import { hasFile } from '#src/offline/drafts/draft-files.ts'
import { currentSubject } from '#src/session/session.ts'
import { cleanedValues } from './cleaned-values.ts'
import { closeKept } from './draft-toasts.ts'
import type { Submitter } from './submit-and-wait.ts'
import { useFormFrame } from './use-form-frame.ts'
import { useIsMounted } from './use-is-mounted.ts'
import { useStoredDraft } from './use-stored-draft.ts'

/** The content of a form. */
export interface FormContent<Values, Beside> {
  readonly values: Values
  /** The choice outside of the fields: a photo, files. */
  readonly beside: Beside
}

interface DraftForm<Values, Beside, Stored> {
  /** The initial values. */
  readonly start: Values
  /** The value of `beside` while nothing is chosen; compared by identity. */
  readonly nothing: Beside
  readonly kind: DraftKind<Stored>
  /** Names the record that the form is about. */
  readonly key: string
  /** The input to store, without secrets. */
  readonly pack: (content: FormContent<Values, Beside>) => Stored
  readonly unpack: (stored: Stored) => FormContent<Values, Beside>
  /** What is saved instead of `beside` when the device has no space for files. `nothing` if absent. */
  readonly withoutFiles?: (beside: Beside) => Beside
  /** Whether the form can be saved. */
  readonly isReady?: (content: FormContent<Values, Beside>) => boolean
  /** Saves the input. `submitter` is for `submitAndWait`. If it throws, the error is shown and the input stays. */
  readonly save: (content: FormContent<Values, Beside>, submitter: Submitter) => Promise<void>
  /** Called after saving if the form is still on screen. */
  readonly onSaved: () => void
  /** Called when the user closes the form. What was typed is kept as a draft. */
  readonly onGivenUp: () => void
}

/**
 * A form whose input is stored on the device until it is saved or discarded. A reload, a crash or an update loses
 * nothing.
 */
export function useDraftForm<Values, Beside, Stored>(input: DraftForm<Values, Beside, Stored>) {
  const { start, nothing, kind, key, pack, unpack, save, onSaved, onGivenUp } = input
  const isHere = useIsMounted()
  // The user from the first key on: photos and dialogs take time before the input is saved, and another user may sign
  // in.
  const [as] = useState(currentSubject)
  const [beside, setBeside] = useState(nothing)
  const { isReady, withoutFiles, canLeaveFiles } = rulesOf(input, beside)
  const form = useFormFrame<Values>({
    start,
    isReady: (values) => isReady({ values, beside }),
    onSubmit: async (values, { isWithoutFiles = false }) => {
      await save(
        { values: cleanedValues(values), beside: isWithoutFiles ? withoutFiles() : beside },
        { as, isHere, isWithoutFiles, onSaved: draft.drop, onRefused: () => draft.keepNow(values) },
      )
      await draft.drop()
    },
    onSubmitted: () => {
      if (isHere()) onSaved()
    },
  })
  const draft = useStoredDraft<Values, Stored>({
    form: { store: form.form.store, reset: form.reset },
    kind,
    key,
    pack: (values) => pack({ values, beside }),
    unpack: (stored) => {
      const content = unpack(stored)
      setBeside(() => content.beside)
      return content.values
    },
    beside: beside === nothing ? null : beside,
    onClear: () => setBeside(() => nothing),
  })
  // What is still being prepared replaces what the draft has of it.
  const keepDraft = () => form.frame.whenOver().then(draft.keep)
  return {
    form: { ...form, frame: { ...form.frame, canLeaveFiles: () => canLeaveFiles(form.form.state.values) } },
    beside,
    setBeside,
    isDirty: draft.isDirty,
    isRestored: draft.restoredFrom !== null,
    restoredFrom: draft.restoredFrom,
    /** Closes the form. See `closeKept`. */
    giveUp: () => closeKept(async () => [await keepDraft()], onGivenUp),
    keepDraft,
    dropDraft: draft.drop,
    startOver: draft.startOver,
  }
}

/** The form's own rules, or their defaults, for its present files. */
function rulesOf<Values, Beside>(
  input: Pick<DraftForm<Values, Beside, never>, 'nothing' | 'isReady' | 'withoutFiles'>,
  beside: Beside,
) {
  const isReady = (content: FormContent<Values, Beside>) => input.isReady?.(content) ?? true
  const withoutFiles = () => input.withoutFiles?.(beside) ?? input.nothing
  const canLeaveFiles = (values: Values) => hasFile(beside) && isReady({ values, beside: withoutFiles() })
  return { isReady, withoutFiles, canLeaveFiles }
}
