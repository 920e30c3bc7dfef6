import { ActionIcon, Button } from '@mantine/core'
import { IconArrowBarDown, IconArrowBarRight, IconClipboard, IconCopy, IconEraser, IconX } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { DUTY_STATUSES } from '#contract/people/driver-choices.ts'
import { shortTitle } from '#src/areas/schedule/day/day-words.ts'
import { type Block, cellCount } from '#src/boards/schedule/edits/block.ts'
import { type InputMethod, inputMethodOf } from '#src/boards/schedule/edits/input-method.ts'
import { countOf } from '#src/format/numbers.ts'
import { StatusDot } from '#src/ui/status/status-badge.tsx'
import type { BlockActs } from '../use-week-acts.ts'
import classes from './selection-bar.module.css'

interface SelectionBarProps {
  readonly block: Block
  readonly acts: BlockActs
  readonly onDone: () => void
}

/** Buttons for the selected days, for mouse and touch. Each action has keys too. */
export function SelectionBar({ block, acts, onDone }: SelectionBarProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset needs a visible legend
    <div role="group" aria-label="Selected days" className={classes.bar}>
      <strong className={classes.count}>{countOf(cellCount(block), 'day')}</strong>
      <div className={classes.statuses}>
        {DUTY_STATUSES.map(({ value, title, color }) => (
          <Button
            key={value}
            variant="default"
            size="compact-md"
            leftSection={<StatusDot color={color} />}
            aria-label={title}
            title={title}
            onClick={(event) => acts.set(value, inputMethodOf(event))}
          >
            {shortTitle(value)}
          </Button>
        ))}
      </div>
      <div className={classes.acts}>
        <Act label="Clear" keys="Delete" onAct={acts.clear} icon={<IconEraser size={18} />} />
        <Act
          label="Fill down"
          keys="Ctrl+D"
          onAct={(method) => acts.fill('down', method)}
          icon={<IconArrowBarDown size={18} />}
        />
        <Act
          label="Fill right"
          keys="Ctrl+R"
          onAct={(method) => acts.fill('right', method)}
          icon={<IconArrowBarRight size={18} />}
        />
        <Act label="Copy" keys="Ctrl+C" onAct={acts.copy} icon={<IconCopy size={18} />} />
        <Act label="Paste" keys="Ctrl+V" onAct={acts.paste} icon={<IconClipboard size={18} />} />
        <Act label="Done" keys="Escape" onAct={onDone} icon={<IconX size={18} />} />
      </div>
    </div>
  )
}

interface ActProps {
  readonly label: string
  readonly keys: string
  readonly icon: ReactNode
  readonly onAct: (method: InputMethod) => void
}

function Act({ label, keys, icon, onAct }: ActProps) {
  return (
    <ActionIcon
      variant="default"
      size={34}
      aria-label={label}
      title={`${label} (${keys})`}
      onClick={(event) => onAct(inputMethodOf(event))}
    >
      {icon}
    </ActionIcon>
  )
}
