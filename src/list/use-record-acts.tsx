import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { type ReactNode, Suspense, use, useCallback, useRef, useState } from 'react'
import type { Kind } from '#contract/wire/record.ts'
import type { RecordDialogs } from '#src/record/record-dialogs.tsx'
import type { RecordAct } from './record-head.tsx'

/** What is open at the moment: the form of a new record, or something about a record of the list. */
type Asking<Row> = 'new' | { readonly act: RecordAct; readonly row: Row }

interface Opening<Row> {
  readonly asking: Asking<Row>
  readonly dialogs: Promise<RecordDialogs<Row>>
}

interface ActsOfList<Row> {
  readonly kind: Kind<Row>
  readonly rows: readonly Row[]
  /** Loads what `recordDialogs` declared, with a click: the same function each time. */
  readonly load: () => Promise<RecordDialogs<Row>>
  /** "Add department". */
  readonly add: string
}

interface RecordActs<Row> {
  readonly addButton: ReactNode
  /** Opens what a person wants to do with a record. The same function each time. */
  readonly onAct: (act: RecordAct, row: Row) => void
  /** What is open, to stand at the end of the list. */
  readonly opened: ReactNode
}

/** Adding, changing and removing the records of a list. */
export function useRecordActs<Row>({ kind, rows, load, add }: ActsOfList<Row>): RecordActs<Row> {
  const [opening, setOpening] = useState<Opening<Row> | null>(null)
  const button = useRef<HTMLButtonElement>(null)
  const open = useCallback((asking: Asking<Row>) => setOpening({ asking, dialogs: load() }), [load])
  const onAct = useCallback((act: RecordAct, row: Row) => open({ act, row }), [open])
  // Of a record that has left the list meanwhile, what was known of it.
  const known = (row: Row) => rows.find((one) => kind.keyOf(one) === kind.keyOf(row)) ?? row
  return {
    addButton: (
      <Button
        ref={button}
        size="compact-md"
        leftSection={<IconPlus size={16} aria-hidden />}
        onClick={() => open('new')}
      >
        {add}
      </Button>
    ),
    onAct,
    opened: (
      <Suspense>
        {opening === null ? null : (
          <OpenedDialog
            {...opening}
            known={known}
            onClose={() => setOpening(null)}
            onGone={() => document.activeElement === document.body && button.current?.focus()}
          />
        )}
      </Suspense>
    ),
  }
}

interface OpenedProps<Row> extends Opening<Row> {
  readonly known: (row: Row) => Row
  readonly onClose: () => void
  readonly onGone: () => void
}

function OpenedDialog<Row>({ asking, dialogs, known, ...on }: OpenedProps<Row>) {
  const { newDialog, actDialog } = use(dialogs)
  return asking === 'new' ? newDialog(on) : actDialog({ act: asking.act, row: known(asking.row), ...on })
}
