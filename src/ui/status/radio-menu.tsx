import { Menu } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import { type ButtonHTMLAttributes, cloneElement, type ReactElement, useEffect, useRef, useState } from 'react'
import { OpenLayer } from '#src/ui/dialog/layers.ts'
import { useEarlyEscape } from '#src/ui/dialog/use-early-escape.ts'
import { isPressedByKey } from '../pressed-by-key.ts'
import classes from './radio-menu.module.css'
import { type StatusColor, StatusDot } from './status-badge.tsx'

export interface Choice<Value extends string> {
  readonly value: Value
  readonly title: string
  readonly color?: StatusColor
}

interface RadioMenuProps<Value extends string> {
  /** The button that opens it. */
  readonly target: ReactElement<ButtonHTMLAttributes<HTMLButtonElement>>
  readonly value: Value
  readonly choices: readonly Choice<Value>[]
  /** `isByKey`: chosen with a key, not with a pointer. */
  readonly onChoose: (value: Value, isByKey: boolean) => void
  /** Further items below the choices. */
  readonly more?: readonly { readonly title: string; readonly onChoose: () => void }[]
}

/** A menu with one selected choice, announced to screen readers. It closes when the user chooses. */
export function RadioMenu<Value extends string>(props: RadioMenuProps<Value>) {
  const [wasOpened, setWasOpened] = useState(false)
  if (wasOpened) return <OpenedMenu {...props} />
  // A list shows dozens of these and users open few, so the menu is only created when it is first opened.
  const closed = { 'aria-haspopup': 'menu', 'aria-expanded': false } as const
  return cloneElement(props.target, { ...closed, onClick: () => setWasOpened(true) })
}

function OpenedMenu<Value extends string>({ target, value, choices, onChoose, more = [] }: RadioMenuProps<Value>) {
  const [opened, setOpened] = useState(false)
  const isByKey = useRef(false)
  // The button is a new element. The menu returns the focus to the element that had it at opening, which must be this
  // button: the button takes the focus when it is mounted, and the menu opens after that.
  useEffect(() => setOpened(true), [])
  useEarlyEscape(opened, () => setOpened(false))
  return (
    <Menu position="bottom-end" opened={opened} onChange={setOpened}>
      <Menu.Target>{cloneElement(target, { autoFocus: true })}</Menu.Target>
      <Menu.Dropdown>
        <OpenLayer onClose={() => setOpened(false)} />
        <Menu.RadioGroup value={value}>
          {choices.map((choice) => (
            <Menu.RadioItem
              key={choice.value}
              value={choice.value}
              checkIcon={<IconCheck size={16} aria-hidden />}
              closeMenuOnClick
              // The click event comes before the change event.
              onClick={(event) => {
                isByKey.current = isPressedByKey(event)
              }}
              onChange={() => onChoose(choice.value, isByKey.current)}
            >
              <span className={classes.choice}>
                {choice.color ? <StatusDot color={choice.color} /> : null}
                {choice.title}
              </span>
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
        {more.length === 0 ? null : <Menu.Divider />}
        {more.map(({ title, onChoose: choose }) => (
          <Menu.Item key={title} onClick={choose}>
            {title}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
