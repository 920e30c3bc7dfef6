import { Menu } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import { type ButtonHTMLAttributes, cloneElement, type ReactElement, useEffect, useRef, useState } from 'react'
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
  /** `isByKey`: with a key, not with a pointer. */
  readonly onChoose: (value: Value, isByKey: boolean) => void
  /** What else can be done there. */
  readonly more?: readonly { readonly title: string; readonly onChoose: () => void }[]
}

/** A menu of which one choice holds; it says which to a screen reader, and closes with the choice. */
export function RadioMenu<Value extends string>(props: RadioMenuProps<Value>) {
  const [wasOpened, setWasOpened] = useState(false)
  if (wasOpened) return <OpenedMenu {...props} />
  // A list shows dozens of these and people open few: the menu itself is made when it is first opened.
  const closed = { 'aria-haspopup': 'menu', 'aria-expanded': false } as const
  return cloneElement(props.target, { ...closed, onClick: () => setWasOpened(true) })
}

function OpenedMenu<Value extends string>({ target, value, choices, onChoose, more = [] }: RadioMenuProps<Value>) {
  const [opened, setOpened] = useState(false)
  const isByKey = useRef(false)
  // Its button is a new one. The menu gives the focus back to where it was when it opened, so that must be the button:
  // it takes the focus as it comes, and the menu opens after that.
  useEffect(() => setOpened(true), [])
  useEarlyEscape(opened, () => setOpened(false))
  return (
    <Menu position="bottom-end" opened={opened} onChange={setOpened}>
      <Menu.Target>{cloneElement(target, { autoFocus: true })}</Menu.Target>
      <Menu.Dropdown>
        <Menu.RadioGroup value={value}>
          {choices.map((choice) => (
            <Menu.RadioItem
              key={choice.value}
              value={choice.value}
              checkIcon={<IconCheck size={16} aria-hidden />}
              closeMenuOnClick
              // It comes before the choice.
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
