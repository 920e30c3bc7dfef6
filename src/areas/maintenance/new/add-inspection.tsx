import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { edit } from '#contract/wire/access.ts'
import type { RequestedReport } from '#src/areas/maintenance/list/inspection-filter.ts'
import { Can } from '#src/session/can.tsx'
import { lazyPart } from '#src/ui/page/lazy-part.tsx'

const NewInspectionDialog = lazyPart(() =>
  import('./new-inspection-dialog.tsx').then((module) => module.NewInspectionDialog),
)
const RequestedInspectionDialog = lazyPart(() =>
  import('./requested-inspection-dialog.tsx').then((module) => module.RequestedInspectionDialog),
)
const WalkAroundDialog = lazyPart(() =>
  import('#src/areas/maintenance/walk-around/walk-around-dialog.tsx').then((module) => module.WalkAroundDialog),
)

interface AddInspectionProps {
  /** The new report that the address requests; null for none. */
  readonly requestedReport: RequestedReport | null
  /** The requested report was added, discarded or saved as a draft. */
  readonly onRequestClosed: () => void
}

/** The buttons that create an inspection: with the full form, or by a walk-around. */
export function AddInspection({ requestedReport, onRequestClosed }: AddInspectionProps) {
  const [opened, setOpened] = useState<'form' | 'walk' | null>(null)
  const close = () => setOpened(null)
  return (
    <Can access={edit('maintenance')}>
      <Button size="compact-md" variant="default" onClick={() => setOpened('walk')}>
        Walk-around
      </Button>
      <Button size="compact-md" leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setOpened('form')}>
        Add Inspection
      </Button>
      {opened === 'form' ? <NewInspectionDialog onClose={close} /> : null}
      {opened === null && requestedReport !== null ? (
        <RequestedInspectionDialog requestedReport={requestedReport} onClose={onRequestClosed} />
      ) : null}
      {opened === 'walk' ? <WalkAroundDialog onClose={close} /> : null}
    </Can>
  )
}
