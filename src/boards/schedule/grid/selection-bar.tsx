import { ActionIcon, Button } from '@mantine/core'
import { IconArrowBarDown, IconArrowBarRight, IconClipboard, IconCopy, IconEraser, IconX } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { DUTY_STATUSES } from '#contract/people/driver-choices.ts'
import { shortTitle } from '#src/areas/schedule/day/day-words.ts'
import { type Block, sizeOf } from '#src/boards/schedule/edits/block.ts'
import { type How, howOf } from '#src/boards/schedule/edits/how.ts'
import { countOf } from '#src/format/numbers.ts'
import { StatusDot } from '#src/ui/status/status-badge.tsx'
import type { BlockActs } from '../use-week-acts.ts'
import classes from './selection-bar.module.css'

interface SelectionBarProps {
  readonly block: Block
  readonly acts: BlockActs
  readonly onDone: () => void
}

/** What can be done with the days that are selected, for pointers and fingers; each has its keys, too. */
export function SelectionBar({ block, acts, onDone }: SelectionBarProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would want a legend on screen
    <div role="group" aria-label="Selected days" className={classes.bar}>
      <strong className={classes.count}>{countOf(sizeOf(block), 'day')}</strong>
      <div className={classes.statuses}>
        {DUTY_STATUSES.map(({ value, title, color }) => (
          <Button
            key={value}
            variant="default"
            size="compact-md"
            leftSection={<StatusDot color={color} />}
            aria-label={title}
            title={title}
            onClick={(event) => acts.set(value, howOf(event))}
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
          onAct={(how) => acts.fill('down', how)}
          icon={<IconArrowBarDown size={18} />}
        />
        <Act
          label="Fill right"
          keys="Ctrl+R"
          onAct={(how) => acts.fill('right', how)}
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
  readonly onAct: (how: How) => void
}

function Act({ label, keys, icon, onAct }: ActProps) {
  return (
    <ActionIcon
      variant="default"
      size={34}
      aria-label={label}
      title={`${label} (${keys})`}
      onClick={(event) => onAct(howOf(event))}
    >
      {icon}
    </ActionIcon>
  )
}
