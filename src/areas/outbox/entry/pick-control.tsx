import { Button, Input } from '@mantine/core'
import { useState } from 'react'
import { PickList } from '#src/form/pick/pick-list.tsx'
import type { PickChoice } from '#src/offline/command.ts'
import type { FieldControlProps } from './field-control.tsx'
import classes from './pick-control.module.css'
import { useChoices } from './use-choices.ts'

type PickControlProps = FieldControlProps & { readonly choices: () => Promise<readonly PickChoice[]> }

/** A picker for one of many choices: the current choice and the choices with a search. It works by keyboard. */
export function PickControl({ field, label, value, onChange, error, isFocused = false, choices }: PickControlProps) {
  return (
    <Input.Wrapper label={label} labelElement="div" error={error}>
      <p className={classes.taken} aria-live="polite">
        Chosen: <b>{field.words(value)}</b>
      </p>
      <Choices {...{ label, onChange, isFocused, choices }} />
    </Input.Wrapper>
  )
}

type ChoicesProps = Pick<PickControlProps, 'label' | 'onChange' | 'choices'> & { readonly isFocused: boolean }

function Choices({ label, onChange, isFocused, choices: load }: ChoicesProps) {
  const choices = useChoices(load)
  const [picked, setPicked] = useState<string | null>(null)
  if (choices.state === 'loading') return <p role="status">Loading...</p>
  if (choices.state === 'failed') {
    return (
      <div role="alert" className={classes.failed}>
        <p>The choices can’t be shown. {choices.why}</p>
        <Button variant="default" size="compact-md" onClick={choices.again}>
          Try again
        </Button>
      </div>
    )
  }
  return (
    <PickList
      {...{ label, picked, isFocused }}
      choices={choices.all}
      onPick={({ value, content }) => {
        setPicked(value)
        onChange(content)
      }}
    />
  )
}
