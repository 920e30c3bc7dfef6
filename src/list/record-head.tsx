import { ActionIcon } from '@mantine/core'
import { IconHistory, IconPencil, IconTrash } from '@tabler/icons-react'
import type { Kind } from '#contract/wire/record.ts'
import { useMark } from '#src/offline/outbox/show/use-outbox.ts'
import type { Identity } from '#src/record/identity.ts'
import { WaitingMark } from '#src/ui/notice/waiting-mark.tsx'
import classes from './record-head.module.css'

/** What a person can do with a record in a list. */
export type RecordAct = 'edit' | 'history' | 'remove'

interface RecordHeadProps<Row extends Identity> {
  readonly kind: Kind<Row>
  readonly row: Row
  /** What people call the record. */
  readonly name: string
  /** The id of the heading, by which the list calls the record. */
  readonly id: string
  readonly level: 'h2' | 'h3'
  /** Null for a person who sees neither its history nor what can be done with it. */
  readonly onAct: ((act: RecordAct, row: Row) => void) | null
  /** False for a person who may only look: the history is left. Unless given, true. */
  readonly mayChange?: boolean
}

/**
 * The head of a record in a list: its name, whether a change of it waits, and the buttons for what a person can do. It takes no
 * `AppRecord`: a page that only reads would load what changes are made of.
 */
export function RecordHead<Row extends Identity>(props: RecordHeadProps<Row>) {
  const { kind, row, name, id, level: Heading, onAct, mayChange = true } = props
  const mark = useMark(kind, kind.keyOf(row))
  return (
    <div className={classes.head}>
      <Heading id={id} className={classes.name} translate="no">
        {name}
      </Heading>
      <WaitingMark mark={mark} />
      {onAct ? <Acts {...{ name, mayChange }} hasHistory={row.version > 0} onAct={(act) => onAct(act, row)} /> : null}
    </div>
  )
}

const ICON = { size: 17, stroke: 1.75, 'aria-hidden': true } as const
const LOOK = { variant: 'subtle', color: 'gray', size: 'lg' } as const

interface ActsProps {
  readonly name: string
  /** Not before the server has the record. */
  readonly hasHistory: boolean
  readonly mayChange: boolean
  readonly onAct: (act: RecordAct) => void
}

function Acts({ name, hasHistory, mayChange, onAct }: ActsProps) {
  return (
    <span className={classes.acts}>
      {hasHistory ? (
        <ActionIcon {...LOOK} aria-label={`History of ${name}`} title="History" onClick={() => onAct('history')}>
          <IconHistory {...ICON} />
        </ActionIcon>
      ) : null}
      {mayChange ? (
        <>
          <ActionIcon {...LOOK} aria-label={`Edit ${name}`} title="Edit" onClick={() => onAct('edit')}>
            <IconPencil {...ICON} />
          </ActionIcon>
          <ActionIcon {...LOOK} aria-label={`Remove ${name}`} title="Remove" onClick={() => onAct('remove')}>
            <IconTrash {...ICON} />
          </ActionIcon>
        </>
      ) : null}
    </span>
  )
}
