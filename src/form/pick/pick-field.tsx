import { Input } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { type ReactNode, useRef, useState } from 'react'
import { type FieldProps, useFieldInput } from '#src/form/fields/bound-field.ts'
import { absenceText } from '#src/offline/reading/reading-state.ts'
import type { ReadList } from '#src/offline/reading/use-list.ts'
import { KEEPS_ESCAPE } from '#src/ui/dialog/use-early-escape.ts'
import classes from './pick-field.module.css'
import { PickList } from './pick-list.tsx'
import type { Pickable } from './pickable.ts'

interface PickFieldProps<Value> extends FieldProps<Value> {
  /** The current choice in words; null for none. */
  readonly shown: string | null
  /** Renders the list when the field is opened. Call `pick` with the chosen value. */
  readonly children: (pick: (value: Value) => void) => ReactNode
}

/**
 * A picker in a form: a button that shows the choice and opens the list below itself.
 *
 * ```tsx
 * <PickField field={field} label="Dispatcher" shown={chosen && fullName(chosen.user)}>
 *   {(pick) => <DispatcherNames picked={chosen} onPick={pick} />}
 * </PickField>
 * ```
 */
export function PickField<Value>({ shown, children, ...given }: PickFieldProps<Value>) {
  const { field } = given
  const { label, description, error, classNames, 'aria-invalid': isInvalid } = useFieldInput(given)
  const { isFirst = false } = given
  const [isOpen, setIsOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const close = () => {
    setIsOpen(false)
    button.current?.focus()
    field.handleBlur()
  }
  const pick = (value: Value) => {
    field.handleChange(value)
    close()
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would want a legend on screen
    <div
      role="group"
      aria-label={label}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || !isOpen) return
        event.stopPropagation()
        close()
      }}
    >
      <Input.Wrapper {...{ label, description, error, classNames }} size="md" labelElement="div">
        <Input
          component="button"
          type="button"
          ref={button}
          pointer
          size="md"
          classNames={{ input: classes.shown }}
          rightSection={<IconChevronDown size={16} aria-hidden />}
          aria-label={`${given.label}: ${shown ?? 'none'}`}
          aria-expanded={isOpen}
          // Mantine sets `aria-invalid` from it and ignores the attribute: the first field with an error takes the focus.
          error={isInvalid}
          {...(isFirst && { 'data-autofocus': true })}
          {...(isOpen && KEEPS_ESCAPE)}
          onClick={() => setIsOpen(!isOpen)}
        >
          {shown ?? '—'}
        </Input>
      </Input.Wrapper>
      {isOpen ? children(pick) : null}
    </div>
  )
}

interface PickerListProps<Choice extends Pickable> {
  readonly list: Pick<ReadList<unknown>, 'state' | 'problem'>
  /** The plural subject for messages: "The dispatchers". */
  readonly what: string
  readonly label: string
  readonly choices: readonly Choice[]
  readonly picked: string | null
  readonly onPick: (choice: Choice) => void
  /** Escape closes the surrounding field, not the dialog. False for a list without a field. */
  readonly keepsEscape?: boolean
}

/** The list of a picker, or a message when it is not stored on this device yet. */
export function PickerList<Choice extends Pickable>({
  list: { state, problem },
  what,
  keepsEscape = true,
  ...list
}: PickerListProps<Choice>) {
  if (state !== 'ready') {
    return <p className={classes.note}>{state === 'loading' ? 'Loading...' : absenceText(what, problem)}</p>
  }
  return (
    <div className={classes.picks}>
      <PickList {...list} {...{ keepsEscape }} />
    </div>
  )
}
