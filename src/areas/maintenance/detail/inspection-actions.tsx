import { Button } from '@mantine/core'
import { IconDownload, IconPencil, IconPrinter, IconTrash } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { inspectionChanges } from '#contract/maintenance/inspection-changes.ts'
import type { InspectionTab } from '#contract/maintenance/inspection-lists.ts'
import { type Inspection, recordRefOf } from '#contract/maintenance/inspections.ts'
import { edit } from '#contract/wire/access.ts'
import { downloadInspections } from '#src/areas/maintenance/list/download-inspections.ts'
import { HistoryButton } from '#src/history/history-button.tsx'
import { NO_ID_YET } from '#src/record/identity.ts'
import { Can } from '#src/session/can.tsx'
import { toastFailure } from '#src/ui/notice/toast.ts'
import { lazyPart } from '#src/ui/page/lazy-part.tsx'
import { DeleteInspectionQuestion } from './delete-inspection-question.tsx'
import classes from './inspection-detail.module.css'

const EditInspectionDialog = lazyPart(() =>
  import('#src/areas/maintenance/edit/edit-inspection-dialog.tsx').then((module) => module.EditInspectionDialog),
)
const InspectionHistory = lazyPart(() => import('./inspection-history.tsx').then((module) => module.InspectionHistory))

const LOOK = { variant: 'default', size: 'compact-md' } as const
const ICON = { size: 16, 'aria-hidden': true } as const

interface InspectionActionsProps {
  readonly row: Inspection
  readonly tab: InspectionTab
  readonly onDeleted: () => void
}

/** The actions on a whole inspection: edit, download, print, history, delete. */
export function InspectionActions({ row, tab, onDeleted }: InspectionActionsProps) {
  const [opened, setOpened] = useState<'edit' | 'history' | 'delete' | null>(null)
  const close = () => setOpened(null)
  return (
    <div className={classes.actions}>
      <Can access={edit('maintenance')}>
        <Button {...LOOK} leftSection={<IconPencil {...ICON} />} onClick={() => setOpened('edit')}>
          Edit
        </Button>
      </Can>
      <Button
        {...LOOK}
        leftSection={<IconDownload {...ICON} />}
        onClick={() => void downloadInspections([row]).catch(toastFailure)}
      >
        Download
      </Button>
      <Button
        {...LOOK}
        leftSection={<IconPrinter {...ICON} />}
        renderRoot={(props) => (
          <Link to="/maintenance/$inspectionId/print" params={{ inspectionId: `${recordRefOf(row)}` }} {...props} />
        )}
      >
        Print
      </Button>
      {row.id === NO_ID_YET ? null : (
        <HistoryButton of={`the inspection of ${row.transport.title}`} onOpen={() => setOpened('history')} />
      )}
      <Can access={inspectionChanges.remove.access}>
        <Button {...LOOK} leftSection={<IconTrash {...ICON} />} onClick={() => setOpened('delete')}>
          Delete
        </Button>
      </Can>
      {opened === 'edit' ? <EditInspectionDialog inspection={row} tab={tab} onClose={close} /> : null}
      {opened === 'history' ? <InspectionHistory row={row} onClose={close} /> : null}
      {opened === 'delete' ? <DeleteInspectionQuestion row={row} onDeleted={onDeleted} onClose={close} /> : null}
    </div>
  )
}
