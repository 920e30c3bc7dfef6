import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { type ReactNode, useCallback, useRef, useState } from 'react'
import type { RecordKind } from '#contract/wire/record.ts'
import type { RecordDialogs } from '#src/record/record-dialogs.tsx'
import { useLoaded } from '#src/ui/use-loaded.ts'
import type { RecordAct } from './record-head.tsx'

/** The open dialog: the form for a new record, or an action on a record of the list. */
type DialogRequest<Row> = 'new' | { readonly act: RecordAct; readonly row: Row }

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
  const [asking, setAsking] = useState<DialogRequest<Row> | null>(null)
  const button = useRef<HTMLButtonElement>(null)
  const onAct = useCallback((act: RecordAct, row: Row) => setAsking({ act, row }), [])
  // A record that has left the list keeps its last known row.
  const known = (row: Row) => rows.find((one) => kind.keyOf(one) === kind.keyOf(row)) ?? row
  return {
    addButton: (
      <Button
        ref={button}
        size="compact-md"
        leftSection={<IconPlus size={16} aria-hidden />}
        onClick={() => setAsking('new')}
      >
        {add}
      </Button>
    ),
    onAct,
    opened:
      asking === null ? null : (
        <OpenedDialog
          {...{ asking, load, known }}
          onClose={() => setAsking(null)}
          onGone={() => document.activeElement === document.body && button.current?.focus()}
        />
      ),
  }
}

interface OpenedProps<Row> extends Pick<ActsOfList<Row>, 'load'> {
  readonly asking: DialogRequest<Row>
  readonly known: (row: Row) => Row
  readonly onClose: () => void
  readonly onGone: () => void
}

function OpenedDialog<Row>({ asking, load, known, ...on }: OpenedProps<Row>) {
  const dialogs = useLoaded(load)
  if (dialogs === null) return null
  const { newDialog, actDialog } = dialogs
  return asking === 'new' ? newDialog(on) : actDialog({ act: asking.act, row: known(asking.row), ...on })
}
