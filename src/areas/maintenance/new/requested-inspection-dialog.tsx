import type { RequestedReport } from '#src/areas/maintenance/list/inspection-filter.ts'
import { unitList } from '#src/lookups/unit-name-queries.ts'
import { useAllRows } from '#src/offline/reading/use-all-rows.ts'
import { useToday } from '#src/ui/use-now.ts'
import { transportChoices } from '../inspection-choices.ts'
import { NewInspectionDialog } from './new-inspection-dialog.tsx'
import { newInspectionStart } from './new-inspection-start.ts'
import { withService, withUnit } from './new-inspection-values.ts'

interface RequestedInspectionDialogProps {
  readonly requestedReport: RequestedReport
  /** The report was added, discarded or saved as a draft. */
  readonly onClose: () => void
}

const TRUCKS = unitList('truck')
const TRAILERS = unitList('trailer')

/**
 * The dialog for a new report that the address requests, prefilled with unit and service. It opens when the unit is
 * found. If no unit has that id, the unit stays empty.
 */
export function RequestedInspectionDialog({
  requestedReport: { unit, service },
  onClose,
}: RequestedInspectionDialogProps) {
  const today = useToday()
  const lists = [useAllRows(TRUCKS), useAllRows(TRAILERS)]
  const found = transportChoices(
    lists.flatMap(({ rows }) => rows),
    null,
  ).find(({ value }) => value === unit)
  const isComing = lists.some(
    ({ state, hasMore, moreProblem }) => state === 'loading' || (hasMore && moreProblem === null),
  )
  if (!found && isComing) return null
  const start = () => {
    const values = found ? withUnit(newInspectionStart(), found.content) : newInspectionStart()
    return service === '' ? values : withService(values, service, today)
  }
  return <NewInspectionDialog start={start} isOfUnit={found !== undefined} onClose={onClose} />
}
