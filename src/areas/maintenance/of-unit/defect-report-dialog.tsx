import type { UnitName } from '#contract/units/unit-names.ts'
import { NewInspectionDialog } from '#src/areas/maintenance/new/new-inspection-dialog.tsx'
import { newInspectionStart } from '#src/areas/maintenance/new/new-inspection-start.ts'
import { withReport, withUnit } from '#src/areas/maintenance/new/new-inspection-values.ts'
import { newUuid } from '#src/offline/outbox/entry/uuid-v7.ts'
import { transportOf } from '../inspection-choices.ts'

interface DefectReportDialogProps {
  readonly unit: UnitName
  readonly onClose: () => void
}

/** The form for a report that begins with one defect of a unit. */
export function DefectReportDialog({ unit, onClose }: DefectReportDialogProps) {
  const start = () => withReport(withUnit(newInspectionStart(), transportOf(unit)), 'defect', newUuid)
  return <NewInspectionDialog start={start} isOfUnit onClose={onClose} />
}
