import { createContext, useContext } from 'react'
import { FIELD_RULES } from '#contract/text/typed-fields.ts'
import classes from './field.module.css'
import { NOTHING_REFUSED, refusalAt } from './refusal-by-field.ts'

/** The form's state of a field: its name, its value, its errors and its change handlers. */
export interface BoundField<Value> {
  readonly name: string
  readonly state: { readonly value: Value; readonly meta: { readonly errors: readonly unknown[] } }
  readonly handleChange: (value: Value) => void
  readonly handleBlur: () => void
}

/** The props of all fields. */
export interface FieldProps<Value> {
  readonly field: BoundField<Value>
  readonly label: string
  /** A line between the label and the input. */
  readonly hint?: string
  /** Fields are required by default. Optional fields say so in their label. */
  readonly isOptional?: boolean
  readonly isDisabled?: boolean
  /** Takes the focus when its dialog opens. */
  readonly isFirst?: boolean
}

export const RefusalContext = createContext(NOTHING_REFUSED)
/** The number of resets of the form around a field. A field drops its own state (half-typed text) at each reset. */
export const ResetsContext = createContext(0)

/**
 * The message of the first violated rule, from a schema's issue or a function. Later rules are shown once it is
 * fulfilled.
 */
function firstError([first]: readonly unknown[]): string | null {
  if (typeof first === 'string') return first
  return typeof first === 'object' && first !== null && 'message' in first ? String(first.message) : null
}

/** The message below a field: the violated rule, or else the server's message about the current value. */
export function useMessage({ name, state }: Pick<BoundField<unknown>, 'name' | 'state'>): string | null {
  const refusal = useContext(RefusalContext)
  return firstError(state.meta.errors) ?? refusalAt(refusal, name, state.value)
}

/** A message that says which field it is about: the specification's text for an empty field is the same for all. */
export const named = (message: string | null, label: string): string | null =>
  message === FIELD_RULES.required ? `${message}: ${label}` : message

/** The props of every Mantine input, so that all fields look and behave the same. */
export function useFieldInput<Value>({
  field,
  label,
  hint,
  isOptional = false,
  isDisabled = false,
  isFirst = false,
}: FieldProps<Value>) {
  const error = named(useMessage(field), label)
  return {
    name: field.name,
    label: isOptional ? `${label} (optional)` : label,
    description: hint,
    error,
    // Mantine omits it for password inputs.
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
