import { ActionIcon } from '@mantine/core'
import { IconHistory, IconPencil, IconTrash } from '@tabler/icons-react'
import classes from './record.module.css'

/** What a person can do with a record in a list. */
export type RecordAct = 'edit' | 'history' | 'remove'

const ICON = { size: 17, stroke: 1.75, 'aria-hidden': true } as const
const LOOK = { variant: 'subtle', color: 'gray', size: 'lg' } as const

interface RecordActButtonsProps {
  /** What people call the record. */
  readonly name: string
  /** Whether the server has it: before, it has no history. */
  readonly isSent: boolean
  readonly onAct: (act: RecordAct) => void
}

/** The buttons beside a record's name: its history, edit, remove. */
export function RecordActButtons({ name, isSent, onAct }: RecordActButtonsProps) {
  return (
    <span className={classes.acts}>
      {isSent ? (
        <ActionIcon {...LOOK} aria-label={`History of ${name}`} title="History" onClick={() => onAct('history')}>
          <IconHistory {...ICON} />
        </ActionIcon>
      ) : null}
      <ActionIcon {...LOOK} aria-label={`Edit ${name}`} title="Edit" onClick={() => onAct('edit')}>
        <IconPencil {...ICON} />
      </ActionIcon>
      <ActionIcon {...LOOK} aria-label={`Remove ${name}`} title="Remove" onClick={() => onAct('remove')}>
        <IconTrash {...ICON} />
      </ActionIcon>
    </span>
  )
}
