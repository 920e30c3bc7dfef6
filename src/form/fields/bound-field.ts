import { createContext, useContext } from 'react'
import classes from './field.module.css'
import { NOTHING_REFUSED, refusedAt } from './refusal-by-field.ts'

/** What the form hands to a field: its name and value, what is wrong with it, and where to tell of changes. */
export interface Bound<Value> {
  readonly name: string
  readonly state: { readonly value: Value; readonly meta: { readonly errors: readonly unknown[] } }
  readonly handleChange: (value: Value) => void
  readonly handleBlur: () => void
}

/** What all fields have in common besides their value. */
export interface FieldProps<Value> {
  readonly field: Bound<Value>
  readonly label: string
  /** A line between the label and the input. */
  readonly hint?: string
  /** Fields are required unless this says otherwise; those that are not say so in their label. */
  readonly isOptional?: boolean
  readonly isDisabled?: boolean
  /** Has the focus when its dialog opens. */
  readonly isFirst?: boolean
}

export const RefusalContext = createContext(NOTHING_REFUSED)
/** How often the form around a field was put back: what a field keeps beside its value is of the last time alone. */
export const ResetsContext = createContext(0)

/** The first rule that is broken, by a schema's issue or a function's words; the others follow once that one is kept. */
function brokenRule([first]: readonly unknown[]): string | null {
  if (typeof first === 'string') return first
  return typeof first === 'object' && first !== null && 'message' in first ? String(first.message) : null
}

/** What stands below a field: the rule that it breaks, else what the server said of this very value. */
export function useMessage({ name, state }: Pick<Bound<unknown>, 'name' | 'state'>): string | null {
  const refusal = useContext(RefusalContext)
  return brokenRule(state.meta.errors) ?? refusedAt(refusal, name, state.value)
}

/** What every input of Mantine's is given, so that all of them look and behave alike. */
export function useFieldInput<Value>({
  field,
  label,
  hint,
  isOptional = false,
  isDisabled = false,
  isFirst = false,
}: FieldProps<Value>) {
  const error = useMessage(field)
  return {
    name: field.name,
    label: isOptional ? `${label} (optional)` : label,
    description: hint,
    error,
    // Mantine forgets it for passwords.
    'aria-invalid': error !== null,
    disabled: isDisabled,
    'aria-required': !isOptional,
    ...(isFirst && { 'data-autofocus': true }),
    size: 'md',
    classNames: CLASS_NAMES,
    onBlur: field.handleBlur,
  } as const
}

const CLASS_NAMES = {
  root: classes.field,
  wrapper: classes.input,
  label: classes.label,
  description: classes.hint,
  error: classes.error,
}
