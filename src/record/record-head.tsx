import { ActionIcon } from '@mantine/core'
import { IconHistory, IconPencil, IconTrash } from '@tabler/icons-react'
import { useMark } from '#src/offline/outbox/show/use-outbox.ts'
import { WaitingMark } from '#src/ui/notice/waiting-mark.tsx'
import type { AppRecord } from './app-record.ts'
import type { RecordFields } from './field-list.ts'
import type { Identity } from './identity.ts'
import classes from './record.module.css'

/** What a person can do with a record in a list. */
export type RecordAct = 'edit' | 'history' | 'remove'

interface RecordHeadProps<Row extends Identity, Fields extends RecordFields<Row>> {
  readonly record: AppRecord<Row, Fields>
  readonly row: Row
  /** The id of the heading, by which the list calls the record. */
  readonly id: string
  readonly level: 'h2' | 'h3'
  /** Null for a person who may only look. */
  readonly onAct: ((act: RecordAct, row: Row) => void) | null
}

/** The head of a record in a list: its name, whether a change of it waits, and the buttons for what a person can do. */
export function RecordHead<Row extends Identity, Fields extends RecordFields<Row>>(
  props: RecordHeadProps<Row, Fields>,
) {
  const { record, row, id, level: Heading, onAct } = props
  const { kind, title, isUnsent } = record
  const mark = useMark(kind, kind.keyOf(row))
  return (
    <div className={classes.head}>
      <Heading id={id} className={classes.name} translate="no">
        {title(row)}
      </Heading>
      <WaitingMark mark={mark} />
      {onAct ? <Acts name={title(row)} hasHistory={!isUnsent(row)} onAct={(act) => onAct(act, row)} /> : null}
    </div>
  )
}

const ICON = { size: 17, stroke: 1.75, 'aria-hidden': true } as const
const LOOK = { variant: 'subtle', color: 'gray', size: 'lg' } as const

interface ActsProps {
  readonly name: string
  readonly hasHistory: boolean
  readonly onAct: (act: RecordAct) => void
}

function Acts({ name, hasHistory, onAct }: ActsProps) {
  return (
    <span className={classes.acts}>
      {hasHistory ? (
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
