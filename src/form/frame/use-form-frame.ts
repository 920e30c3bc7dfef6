import { useForm, useStore } from '@tanstack/react-form'
import { useState } from 'react'
import { NOTHING_REFUSED, type Refusal, refusalOf, refusalText } from '#src/form/fields/refusal-by-field.ts'
import { REVALIDATE_ON_CHANGE } from '#src/form/fields/revalidate-on-change.ts'
import { type Hold, usePendingWork } from '#src/form/photos/photo-hold.tsx'
import { toastFailure } from '#src/ui/notice/toast.ts'
import { oneAtATime } from './one-at-a-time.ts'

interface FormFrameInput<Values> {
  /** The initial values. */
  readonly start: Values
  /** Runs when all fields are valid. If it throws, the error is shown and the input stays. */
  readonly onSubmit: (values: Values, how: SubmitHow) => Promise<void>
  /** Called after a successful submit. Later input is new input. */
  readonly onSubmitted?: () => void
  /**
   * Where a failure is shown in addition to its fields: above the buttons, in a toast, or both. (Failures of entries
   * that the Outbox sends have toasts of their own.)
   */
  readonly failures?: 'in_place' | 'toast' | 'both'
  /** Whether the form can be sent; otherwise its button is disabled. Field rules belong to the fields instead. */
  readonly isReady?: (values: Values) => boolean
}

export interface SubmitHow {
  /** The user gives up the form's files, because the device has no space for them. */
  readonly isWithoutFiles?: boolean
}

/** The part of a form that `FormFrame` needs, for any values. */
export interface Frame {
  /** Submits the form after the fields have finished their preparations. */
  readonly submit: (how?: SubmitHow) => Promise<void>
  /** Whether the form has files and can be saved without them. */
  readonly canLeaveFiles?: () => boolean
  readonly isSubmitting: boolean
  readonly isReady: boolean
  readonly refusal: Refusal
  /** The number of finished submits. After each the focus goes to the first error. */
  readonly submits: number
  /** The number of resets. Fields drop half-typed text at each reset. */
  readonly resets: number
  /** Fields are still preparing something (a photo). */
  readonly isHolding: boolean
  /** Resolves when the preparations have ended, successfully or not. */
  readonly whenOver: () => Promise<void>
  /** `FormFrame` passes it to the fields. */
  readonly hold: Hold
}

const AS_TYPED: SubmitHow = {}

/**
 * The state of a form. Render `<FormFrame frame={frame}>` with one `<Field name="…" validators={{ onBlur: rule }}>` per
 * input, which passes `field` to a `TextField`, `NumberField`, `PasswordField`, `GeneratedPasswordField`, `SelectField`
 * or `CheckboxField`. Rules are schemas of the contract. A field is validated when it loses the focus and at a submit;
 * after an error with each change. The messages of an `ApiError` 400 from `onSubmit` are shown at their fields (nested
 * ones by dotted name) until the values change. `form` is TanStack's form, for values that depend on others:
 * `useStore(form.store, …)`, `form.setFieldValue`. `reset` restores the initial values and drops half-typed text;
 * `refresh` replaces the initial values and keeps half-typed text.
 */
export function useFormFrame<Values>(input: FormFrameInput<Values>) {
  const { start, onSubmit, onSubmitted, failures = 'in_place', isReady } = input
  const [once] = useState(oneAtATime)
  const { whenFree, ...pendingWork } = usePendingWork()
  const [refusal, setRefusal] = useState(NOTHING_REFUSED)
  const [submits, setSubmits] = useState(0)
  const [resets, setResets] = useState(0)
  const form = useForm({
    defaultValues: start,
    // The first Enter validates all fields, including those that never had the focus.
    canSubmitWhenInvalid: true,
    listeners: REVALIDATE_ON_CHANGE,
    onSubmitMeta: AS_TYPED,
    onSubmit: async ({ value, meta }) => {
      await onSubmit(value, meta)
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
  const submit = (how = AS_TYPED) =>
    once(async () => {
      await whenFree(async () => {
        await form.handleSubmit(how).catch(tell)
        if (form.state.isSubmitSuccessful) onSubmitted?.()
      })
      setSubmits((count) => count + 1)
    })
  const frame: Frame = {
    submit,
    ...pendingWork,
    isReady: useStore(form.store, ({ values }) => isReady?.(values) ?? true),
    refusal,
    submits,
    resets,
  }
  const reset: typeof form.reset = (...args) => {
    form.reset(...args)
    setResets((count) => count + 1)
  }
  // TanStack's own `reset` keeps half a date in its field, so it is hidden.
  const own: Omit<typeof form, 'reset'> = form
  return { form: own, frame, Field: form.Field, reset, refresh: (values: Values) => form.reset(values) }
}
