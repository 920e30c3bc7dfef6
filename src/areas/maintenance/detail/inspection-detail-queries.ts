import type { Inspection } from '#contract/maintenance/inspections.ts'
import { inspectionEndpoints } from '#contract/maintenance/maintenance.ts'
import { companyNow } from '#src/browser/company-clock.ts'
import { chicagoDay } from '#src/format/chicago.ts'
import { type RecordQuery, recordQuery } from '#src/offline/reading/record-query.ts'
import { everyInspection, INSPECTION_AREAS, withWaitingUnitNumber } from '../inspection-queries.ts'

/** Matches the report with this id or client id. */
const hasRef = (ref: string) => (row: Inspection) => `${row.id}` === ref || row.client_id === ref

/**
 * One inspection with its defects, attachments and comments. Until the server responds, the row comes from a list or
 * from this device. `ref`: the id, or the client id from the device that created the inspection.
 */
export function inspectionDetail(ref: string): RecordQuery<Inspection> {
  return recordQuery({
    key: ['maintenance', 'detail'],
    endpoint: inspectionEndpoints.find,
    params: { id: ref },
    areas: INSPECTION_AREAS,
    showsDerivedFirst: true,
    async derive() {
      const { findStoredRow } = await import('#src/offline/reading/derived-list.ts')
      return findStoredRow(everyInspection(chicagoDay(companyNow())), hasRef(ref))
    },
    overlay: withWaitingUnitNumber,
  })
}
