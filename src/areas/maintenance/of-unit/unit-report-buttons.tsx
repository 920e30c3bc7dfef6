import { Button } from '@mantine/core'
import { IconAlertTriangle, IconClipboardCheck } from '@tabler/icons-react'
import { useState } from 'react'
import { unitNameOf } from '#contract/units/unit-assignment.ts'
import type { Unit } from '#contract/units/units.ts'
import { edit } from '#contract/wire/access.ts'
import { Can } from '#src/session/can.tsx'
import { lazyPart } from '#src/ui/page/lazy-part.tsx'

const WalkUnitDialog = lazyPart(() => import('./walk-unit-dialog.tsx').then((module) => module.WalkUnitDialog))
const DefectReportDialog = lazyPart(() =>
  import('./defect-report-dialog.tsx').then((module) => module.DefectReportDialog),
)

/** Begins a report on a unit: its walk-around, or a defect alone. For users who may edit maintenance. */
export function UnitReportButtons({ unit }: { readonly unit: Unit }) {
  const [opened, setOpened] = useState<'walk' | 'defect' | null>(null)
  const close = () => setOpened(null)
  return (
    <Can access={edit('maintenance')}>
      <Button size="md" leftSection={<IconClipboardCheck size={20} aria-hidden />} onClick={() => setOpened('walk')}>
        Walk-around
      </Button>
      <Button
        size="md"
        variant="default"
        leftSection={<IconAlertTriangle size={20} aria-hidden />}
        onClick={() => setOpened('defect')}
      >
        Report a defect
      </Button>
      {opened === 'walk' ? <WalkUnitDialog unit={unitNameOf(unit)} onClose={close} /> : null}
      {opened === 'defect' ? <DefectReportDialog unit={unitNameOf(unit)} onClose={close} /> : null}
    </Can>
  )
}
