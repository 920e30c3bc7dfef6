import { ActionIcon } from '@mantine/core'
import { IconHistory, IconPencil, IconTrash } from '@tabler/icons-react'
import type { Kind } from '#contract/wire/record.ts'
import { useMark } from '#src/offline/outbox/show/use-outbox.ts'
import type { Identity } from '#src/record/identity.ts'
import { WaitingMark } from '#src/ui/notice/waiting-mark.tsx'
import classes from './record-head.module.css'

/** What a person can do with a record in a list. */
export type RecordAct = 'edit' | 'history' | 'remove'

/** A record that the server does not have yet has no history. */
const ACTS = [
  { act: 'history', title: 'History', words: 'History of', Icon: IconHistory },
  { act: 'edit', title: 'Edit', words: 'Edit', Icon: IconPencil },
  { act: 'remove', title: 'Remove', words: 'Remove', Icon: IconTrash },
] as const
const LOOK = { variant: 'subtle', color: 'gray', size: 'lg' } as const

export const ALL_ACTS: readonly RecordAct[] = ACTS.map(({ act }) => act)

interface RecordHeadProps<Row extends Identity> {
  readonly kind: Kind<Row>
  readonly row: Row
  /** What people call the record. */
  readonly name: string
  /** The id of the heading, by which the list calls the record. */
  readonly id: string
  readonly level: 'h2' | 'h3'
  /** What the person may do with it; the same list each time. */
  readonly may: readonly RecordAct[]
  readonly onAct: (act: RecordAct, row: Row) => void
}

/**
 * The head of a record in a list: its name, whether a change of it waits, and the buttons for what a person can do. It takes no
 * `AppRecord`: a page that only reads would load what changes are made of.
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
