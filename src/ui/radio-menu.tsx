import { Menu } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import type { ReactElement } from 'react'
import classes from './radio-menu.module.css'
import { type StatusColour, StatusDot } from './status-badge.tsx'

export interface Choice<Value extends string> {
  readonly value: Value
  readonly title: string
  readonly colour?: StatusColour
}

interface RadioMenuProps<Value extends string> {
  /** The button that opens it. */
  readonly target: ReactElement
  readonly value: Value
  readonly choices: readonly Choice<Value>[]
  readonly onChoose: (value: Value) => void
}

/** A menu of which one choice holds; it says which to a screen reader, and closes with the choice. */
export function RadioMenu<Value extends string>({ target, value, choices, onChoose }: RadioMenuProps<Value>) {
  return (
    <Menu position="bottom-end">
      <Menu.Target>{target}</Menu.Target>
      <Menu.Dropdown>
        <Menu.RadioGroup value={value}>
          {choices.map((choice) => (
            <Menu.RadioItem
              key={choice.value}
              value={choice.value}
              checkIcon={<IconCheck size={16} aria-hidden />}
              closeMenuOnClick
              onChange={() => onChoose(choice.value)}
            >
              <span className={classes.choice}>
                {choice.colour ? <StatusDot colour={choice.colour} /> : null}
                {choice.title}
              </span>
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
      </Menu.Dropdown>
    </Menu>
  )
}
