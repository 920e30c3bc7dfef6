import { useForm, useStore } from '@tanstack/react-form'
import { useState } from 'react'
import { JUDGED_WHILE_TYPED } from '#src/form/fields/judged-while-typed.ts'
import { NOTHING_REFUSED, type Refusal, refusalOf, refusalText } from '#src/form/fields/refusal-by-field.ts'
import { type Hold, useHeldWork } from '#src/form/photos/photo-hold.tsx'
import { toastFailure } from '#src/ui/notice/toast.ts'
import { oneAtATime } from './one-at-a-time.ts'

interface FormFrameInput<Values> {
  /** What stands in the fields at first. */
  readonly start: Values
  /** Runs when all fields keep their rules. What it throws is told, and what was typed stays. */
  readonly onSubmit: (values: Values) => Promise<void>
  /** The submit has gone well, and is over: what is typed from now on is something else. */
  readonly onSubmitted?: () => void
  /**
   * Where a failure is told beside its fields: above the buttons (what the Outbox sent is told in a toast by whoever
   * watches it), in a toast, or both.
   */
  readonly failures?: 'in_place' | 'toast' | 'both'
  /** Whether the form can be sent at all; its button is disabled until then. Rules belong to the fields instead. */
  readonly isReady?: (values: Values) => boolean
}

/** What `FormFrame` needs of a form, whatever its values. */
export interface Frame {
  /** Waits for what fields still make ready. */
  readonly submit: () => Promise<void>
  readonly isSubmitting: boolean
  readonly isReady: boolean
  readonly refusal: Refusal
  /** How many submits are over: the focus goes to what is wrong after each. */
  readonly submits: number
  /** How often the fields were put back: text that was no value before does not stand for one after. */
  readonly resets: number
  /** Fields still make something ready. */
  readonly isHolding: boolean
  /** Resolves when they do no more, whatever came of it. */
  readonly whenOver: () => Promise<void>
  /** Handed to the fields by `FormFrame`. */
  readonly hold: Hold
}

/**
 * A form: `<FormFrame frame={frame}>` around it, and in it one `<Field name="…" validators={{ onBlur: rule }}>` per
 * input, which hands `field` to a `TextField`, `NumberField`, `PasswordField`, `GeneratedPasswordField`, `SelectField`
 * or `CheckboxField`. Rules are schemas of the contract; they are judged when a field is left and all at a submit, and
 * where one is broken with each change until it is kept.
 * An `ApiError` 400 that `onSubmit` throws stands at its fields (nested ones by dotted name) until they are changed.
 * `form` is TanStack's own, for what depends on a value: `useStore(form.store, …)`, `form.setFieldValue`. `reset` puts the
 * fields back, with all that was typed there; `refresh` changes what they begin with, and leaves what is half typed.
 */
export function useFormFrame<Values>(input: FormFrameInput<Values>) {
  const { start, onSubmit, onSubmitted, failures = 'in_place', isReady } = input
  const [once] = useState(oneAtATime)
  const { whenFree, ...held } = useHeldWork()
  const [refusal, setRefusal] = useState(NOTHING_REFUSED)
  const [submits, setSubmits] = useState(0)
  const [resets, setResets] = useState(0)
  const form = useForm({
    defaultValues: start,
    // A first Enter judges all fields, those that were never left included.
    canSubmitWhenInvalid: true,
    listeners: JUDGED_WHILE_TYPED,
    onSubmit: async ({ value }) => {
      await onSubmit(value)
      setRefusal(NOTHING_REFUSED)
    },
  })
  const tell = (error: unknown) => {
    if (!(error instanceof Error)) throw error
    const shown = Object.entries<{ readonly instance: unknown } | undefined>(form.fieldInfo)
    const names = shown.filter(([, info]) => info?.instance).map(([name]) => name)
    const found = refusalOf(error, new Set(names), (name) => form.getFieldValue(name as never))
    setRefusal(failures === 'toast' ? { ...found, beside: '' } : found)
    if (failures !== 'in_place') toastFailure(new Error(refusalText(error), { cause: error }))
  }
  const submit = () =>
    once(async () => {
      await whenFree(async () => {
        await form.handleSubmit().catch(tell)
        if (form.state.isSubmitSuccessful) onSubmitted?.()
      })
      setSubmits((count) => count + 1)
    })
  const frame: Frame = {
    submit,
    ...held,
    isReady: useStore(form.store, ({ values }) => isReady?.(values) ?? true),
    refusal,
    submits,
    resets,
  }
  const reset: typeof form.reset = (...given) => {
    form.reset(...given)
    setResets((count) => count + 1)
  }
  // One that leaves half a date in its field is reached by its own name alone.
  const own: Omit<typeof form, 'reset'> = form
  return { form: own, frame, Field: form.Field, reset, refresh: (values: Values) => form.reset(values) }
}
