import { ActionIcon } from '@mantine/core'
import { IconHistory, IconPencil, IconTrash } from '@tabler/icons-react'
import type { RecordKind } from '#contract/wire/record.ts'
import { useMark } from '#src/offline/outbox/show/use-outbox.ts'
import type { Identity } from '#src/record/identity.ts'
import { WaitingMark } from '#src/ui/notice/waiting-mark.tsx'
import classes from './record-head.module.css'

/** An action on a record in a list. */
export type RecordAct = 'edit' | 'history' | 'remove'

/** The buttons. History is hidden for a record that the server does not have yet. */
const ACTS = [
  { act: 'history', title: 'History', words: 'History of', Icon: IconHistory },
  { act: 'edit', title: 'Edit', words: 'Edit', Icon: IconPencil },
  { act: 'remove', title: 'Remove', words: 'Remove', Icon: IconTrash },
] as const
const LOOK = { variant: 'subtle', color: 'gray', size: 'lg' } as const

export const ALL_ACTS: readonly RecordAct[] = ACTS.map(({ act }) => act)

interface RecordHeadProps<Row extends Identity> {
  readonly kind: RecordKind<Row>
  readonly row: Row
  /** The record's name. */
  readonly name: string
  /** The id of the heading, which labels the record in the list. */
  readonly id: string
  readonly level: 'h2' | 'h3'
  /** The actions that the user may take. Pass the same array on every render. */
  readonly may: readonly RecordAct[]
  readonly onAct: (act: RecordAct, row: Row) => void
}

/**
 * The head of a record in a list: its name, the mark of a waiting change, and the action buttons. It does not take an
 * `AppRecord`, because a page that only reads would then load the code of changes.
 */
export function RecordHead<Row extends Identity>(props: RecordHeadProps<Row>) {
  const { kind, row, name, id, level: Heading, may, onAct } = props
  const mark = useMark(kind, kind.keyOf(row))
  return (
    <div className={classes.head}>
      <Heading id={id} className={classes.name} translate="no">
        {name}
      </Heading>
      <WaitingMark mark={mark} />
      <span className={classes.acts}>
        {ACTS.filter(({ act }) => may.includes(act) && (act !== 'history' || row.version > 0)).map(
          ({ act, title, words, Icon }) => (
            <ActionIcon
              key={act}
              {...LOOK}
              aria-label={`${words} ${name}`}
              title={title}
              onClick={() => onAct(act, row)}
            >
              <Icon size={17} stroke={1.75} aria-hidden />
            </ActionIcon>
          ),
        )}
      </span>
    </div>
  )
}
