import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { edit } from '#contract/wire/access.ts'
import type { AskedReport } from '#src/areas/maintenance/list/inspection-filter.ts'
import { Can } from '#src/session/can.tsx'

const NewInspectionDialog = lazy(() =>
  import('./new-inspection-dialog.tsx').then((module) => ({ default: module.NewInspectionDialog })),
)
const AskedInspection = lazy(() =>
  import('./asked-inspection.tsx').then((module) => ({ default: module.AskedInspection })),
)
const WalkAroundDialog = lazy(() =>
  import('#src/areas/maintenance/walk-around/walk-around-dialog.tsx').then((module) => ({
    default: module.WalkAroundDialog,
  })),
)

interface AddInspectionProps {
  /** The report that somebody was led here for. */
  readonly asked: AskedReport | null
  /** Added, given up or put off. */
  readonly onAsked: () => void
}

/** Where an inspection is made: with all that it can tell, or by a walk around the unit. */
export function AddInspection({ asked, onAsked }: AddInspectionProps) {
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
      <Suspense>
        {opened === 'form' ? <NewInspectionDialog onClose={close} /> : null}
        {opened === null && asked !== null ? <AskedInspection asked={asked} onClose={onAsked} /> : null}
        {opened === 'walk' ? <WalkAroundDialog onClose={close} /> : null}
      </Suspense>
    </Can>
  )
}
