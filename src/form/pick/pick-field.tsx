import { Input } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { type ReactNode, useRef, useState } from 'react'
import { type FieldProps, useFieldInput } from '#src/form/fields/bound-field.ts'
import { absence } from '#src/offline/reading/reading-state.ts'
import type { ReadList } from '#src/offline/reading/use-list.ts'
import { KEEPS_ESCAPE } from '#src/ui/dialog/use-early-escape.ts'
import classes from './pick-field.module.css'
import { PickList } from './pick-list.tsx'
import type { Pickable } from './pickable.ts'

interface PickFieldProps<Value> extends FieldProps<Value> {
  /** What is chosen now, in words; null for nothing. */
  readonly shown: string | null
  /** The list to pick from, which is made when it is opened; `pick` takes what was picked. */
  readonly children: (pick: (value: Value) => void) => ReactNode
}

/** One of many in a form: a button that says which, and opens the list below itself, in a card as in a dialog. */
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
          {...(isInvalid && { 'aria-invalid': true })}
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

interface PicksProps<Choice extends Pickable> {
  readonly list: Pick<ReadList<unknown>, 'state' | 'problem'>
  /** What is in it, of which there are many: "The dispatchers". */
  readonly what: string
  readonly label: string
  readonly choices: readonly Choice[]
  readonly picked: string | null
  readonly onPick: (choice: Choice) => void
  /** Escape is for the field that it stands in; not where it stands by itself. */
  readonly keepsEscape?: boolean
}

/** The list of such a field; what is not on this device yet is said. */
export function Picks<Choice extends Pickable>({
  list: { state, problem },
  what,
  keepsEscape = true,
  ...list
}: PicksProps<Choice>) {
  if (state !== 'ready') {
    return <p className={classes.note}>{state === 'loading' ? 'Loading...' : absence(what, problem)}</p>
  }
  return (
    <div className={classes.picks}>
      <PickList {...list} {...{ keepsEscape }} />
    </div>
  )
}
