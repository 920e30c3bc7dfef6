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

/** All users named in the report itself. */
const usersIn = ({ fleet_manager, approved_by, created_by, comments }: Inspection) =>
  [fleet_manager, approved_by, created_by, ...comments.map(({ user }) => user)].flatMap((person) =>
    person === null ? [] : [{ id: person.id, name: fullName(person) }],
  )

/** The history of an inspection, including its defects, comments and attachments. */
export function InspectionHistory({ row, onClose }: InspectionHistoryProps) {
  const { rows } = useAllRows(fleetManagerNames)
  const words = useMemo(() => {
    const managers = rows.map(({ id: manager, user }) => ({ id: manager, name: fullName(user) }))
    return inspectionHistoryWords([...usersIn(row), ...managers], row.defects)
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
