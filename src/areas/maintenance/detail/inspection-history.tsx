import { useMemo } from 'react'
import type { Inspection } from '#contract/maintenance/inspections.ts'
import { historyEndpoints } from '#contract/wire/history.ts'
import { fullName } from '#contract/wire/people.ts'
import { inspectionRecord } from '#src/areas/maintenance/changes/inspection-record.ts'
import { fleetManagerNames } from '#src/lookups/fleet-managers-queries.ts'
import { useAllRows } from '#src/offline/reading/use-all-rows.ts'
import { RecordHistoryDialog } from '#src/record/record-history-dialog.tsx'
import { inspectionHistoryWords } from './inspection-history-words.ts'

interface InspectionHistoryProps {
  readonly row: Inspection
  readonly onClose: () => void
}

/** Everybody whom the report itself names. */
const peopleIn = ({ fleet_manager, approved_by, created_by, comments }: Inspection) =>
  [fleet_manager, approved_by, created_by, ...comments.map(({ user }) => user)].flatMap((person) =>
    person === null ? [] : [{ id: person.id, name: fullName(person) }],
  )

/** Who changed what of an inspection, its defects, comments and attachments included. */
export function InspectionHistory({ row, onClose }: InspectionHistoryProps) {
  const { rows } = useAllRows(fleetManagerNames)
  const words = useMemo(() => {
    const managers = rows.map(({ id: manager, user }) => ({ id: manager, name: fullName(user) }))
    return inspectionHistoryWords([...peopleIn(row), ...managers], row.defects)
  }, [row, rows])
  return (
    <RecordHistoryDialog
      {...{ record: inspectionRecord, row, words, onClose }}
      name={`the inspection of ${row.transport.title}`}
      area="maintenance"
      endpoint={historyEndpoints.maintenance}
    />
  )
}
