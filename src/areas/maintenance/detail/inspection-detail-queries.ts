import type { Inspection } from '#contract/maintenance/inspections.ts'
import { inspectionEndpoints } from '#contract/maintenance/maintenance.ts'
import { companyNow } from '#src/browser/company-clock.ts'
import { chicagoDay } from '#src/format/chicago.ts'
import { type RecordQuery, recordQuery } from '#src/offline/reading/record-query.ts'
import { everyInspection, INSPECTION_SHOWS, withNumber } from '../inspection-queries.ts'

/** Which report has this number, or was given this name by a device. */
const isCalled = (ref: string) => (row: Inspection) => `${row.id}` === ref || row.client_id === ref

/**
 * One inspection with all that hangs on it; as a list or the device has it, until the server has answered. `ref`: its
 * number, or the name that the device which made it gave it.
 */
export function inspectionDetail(ref: string): RecordQuery<Inspection> {
  return recordQuery({
    key: ['maintenance', 'detail'],
    endpoint: inspectionEndpoints.find,
    params: { id: ref },
    areas: INSPECTION_SHOWS,
    isMadeFirst: true,
    async within() {
      const { rowIn } = await import('#src/offline/reading/derived-list.ts')
      return rowIn(everyInspection(chicagoDay(companyNow())), isCalled(ref))
    },
    overlay: withNumber,
  })
}
