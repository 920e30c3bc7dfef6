import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { type ReactNode, Suspense, use, useCallback, useRef, useState } from 'react'
import type { RecordKind } from '#contract/wire/record.ts'
import type { RecordDialogs } from '#src/record/record-dialogs.tsx'
import type { RecordAct } from './record-head.tsx'

/** The open dialog: the form for a new record, or an action on a record of the list. */
type DialogRequest<Row> = 'new' | { readonly act: RecordAct; readonly row: Row }

interface OpeningDialog<Row> {
  readonly asking: DialogRequest<Row>
  readonly dialogs: Promise<RecordDialogs<Row>>
}

interface ActsOfList<Row> {
  readonly kind: RecordKind<Row>
  readonly rows: readonly Row[]
  /** Loads the dialogs that `recordDialogs` declared, on the first click. Pass the same function on every render. */
  readonly load: () => Promise<RecordDialogs<Row>>
  /** The label of the add button: "Add department". */
  readonly add: string
}

interface RecordActs<Row> {
  readonly addButton: ReactNode
  /** Opens the dialog of an action. It is the same function on every render. */
  readonly onAct: (act: RecordAct, row: Row) => void
  /** The open dialog, to be rendered at the end of the list. */
  readonly opened: ReactNode
}

/** Adding, changing and removing the records of a list. */
export function useRecordActs<Row>({ kind, rows, load, add }: ActsOfList<Row>): RecordActs<Row> {
  const [opening, setOpening] = useState<OpeningDialog<Row> | null>(null)
  const button = useRef<HTMLButtonElement>(null)
  const open = useCallback((asking: DialogRequest<Row>) => setOpening({ asking, dialogs: load() }), [load])
  const onAct = useCallback((act: RecordAct, row: Row) => open({ act, row }), [open])
  // A record that has left the list keeps its last known row.
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

interface OpenedProps<Row> extends OpeningDialog<Row> {
  readonly known: (row: Row) => Row
  readonly onClose: () => void
  readonly onGone: () => void
}

function OpenedDialog<Row>({ asking, dialogs, known, ...on }: OpenedProps<Row>) {
  const { newDialog, actDialog } = use(dialogs)
  return asking === 'new' ? newDialog(on) : actDialog({ act: asking.act, row: known(asking.row), ...on })
}
