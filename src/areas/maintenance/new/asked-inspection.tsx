import type { AskedReport } from '#src/areas/maintenance/list/inspection-filter.ts'
import { unitList } from '#src/lookups/unit-name-queries.ts'
import { useAllRows } from '#src/offline/reading/use-all-rows.ts'
import { useToday } from '#src/ui/use-now.ts'
import { transportChoices } from '../inspection-choices.ts'
import { NewInspectionDialog } from './new-inspection-dialog.tsx'
import { newInspectionBy } from './new-inspection-start.ts'
import { withService, withUnit } from './new-inspection-values.ts'

interface AskedInspectionProps {
  readonly asked: AskedReport
  /** Added, given up or put off. */
  readonly onClose: () => void
}

const TRUCKS = unitList('truck')
const TRAILERS = unitList('trailer')

/** A new report that begins with what is known of it, once its unit is; of a unit that there is not, with nothing. */
export function AskedInspection({ asked: { unit, service }, onClose }: AskedInspectionProps) {
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
    const values = found ? withUnit(newInspectionBy(), found.content) : newInspectionBy()
    return service === '' ? values : withService(values, service, today)
  }
  return <NewInspectionDialog start={start} onClose={onClose} />
}
