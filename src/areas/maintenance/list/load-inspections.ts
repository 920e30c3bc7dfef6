import { inspectionDetail } from '#src/areas/maintenance/detail/inspection-detail-queries.ts'
import { companyNow } from '#src/browser/company-clock.ts'
import { chicagoDay } from '#src/format/chicago.ts'
import { prefetch } from '#src/offline/reading/declared-query.ts'
import { inspectionList } from '../inspection-queries.ts'
import { parseInspectionAddress } from './inspection-filter.ts'
import type { InspectionSearch } from './inspection-search.ts'

/** Prefetches the data for an address of the page. The open inspection and the list load independently. */
export function loadInspections(search: InspectionSearch): Promise<void> {
  const { filter, open } = parseInspectionAddress(search)
  if (open !== '') void prefetch(inspectionDetail(open))
  return prefetch(inspectionList(filter, chicagoDay(companyNow())))
}
