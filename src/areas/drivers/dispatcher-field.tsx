import { Input } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import type { DispatcherName } from '#contract/dispatchers.ts'
import { fullName } from '#contract/people.ts'
import { type FieldProps, useFieldInput } from '#src/form/bound-field.ts'
import { PickList } from '#src/form/pick-list.tsx'
import { absence } from '#src/offline/reading-state.ts'
import { useAllRows } from '#src/offline/use-all-rows.ts'
import { dispatcherNames } from '#src/picks/dispatcher-name-queries.ts'
import { choicesOf } from './dispatcher-choices.ts'
import classes from './driver-details.module.css'

interface DispatcherFieldProps extends FieldProps<DispatcherName | null> {
  /** Who leads the driver now: offered also when that one does not work. */
  readonly present: DispatcherName | null
}

/** Who leads a driver: a button that says it and opens the list below itself, in a card as in a dialog. */
export function DispatcherField({ present, ...given }: DispatcherFieldProps) {
  const { field } = given
  const { label, error, classNames } = useFieldInput(given)
  const [isOpen, setIsOpen] = useState(false)
  const chosen = field.state.value
  const button = useRef<HTMLButtonElement>(null)
  const close = () => {
    setIsOpen(false)
    button.current?.focus()
    field.handleBlur()
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
      <Input.Wrapper label={label} error={error} size="md" classNames={classNames} labelElement="div">
        <Input
          component="button"
          type="button"
          ref={button}
          pointer
          size="md"
          rightSection={<IconChevronDown size={16} aria-hidden />}
          aria-label={`Dispatcher: ${chosen ? fullName(chosen.user) : 'none'}`}
          aria-expanded={isOpen}
          onClick={() => setIsOpen(!isOpen)}
        >
          {chosen ? fullName(chosen.user) : '—'}
        </Input>
      </Input.Wrapper>
      {isOpen ? (
        <Names
          picked={chosen}
          present={present}
          onPick={(name) => {
            field.handleChange(name)
            close()
          }}
        />
      ) : null}
    </div>
  )
}

interface NamesProps extends Pick<DispatcherFieldProps, 'present'> {
  readonly picked: DispatcherName | null
  readonly onPick: (name: DispatcherName | null) => void
}

function Names({ picked, present, onPick }: NamesProps) {
  const { rows, state, problem } = useAllRows(dispatcherNames)
  if (state !== 'ready') {
    return <p className={classes.refusal}>{state === 'loading' ? 'Loading...' : absence('The dispatchers', problem)}</p>
  }
  return (
    <div className={classes.picks}>
      <PickList
        label="Dispatcher"
        choices={choicesOf(rows, present?.id ?? null)}
        picked={picked === null ? '' : `${picked.id}`}
        onPick={({ content }) => onPick(content)}
      />
    </div>
  )
}
