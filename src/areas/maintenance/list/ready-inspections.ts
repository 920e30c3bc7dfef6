import { inspectionDetail } from '#src/areas/maintenance/detail/inspection-detail-queries.ts'
import { companyNow } from '#src/browser/company-clock.ts'
import { chicagoDay } from '#src/format/chicago.ts'
import { prefetch } from '#src/offline/reading/declared-query.ts'
import { inspectionList } from '../inspection-queries.ts'
import { understood } from './inspection-filter.ts'
import type { InspectionSearch } from './inspection-search.ts'

/** Gets ready what an address of the page shows. What is opened comes beside the list; neither waits for the other. */
export function readyInspections(search: InspectionSearch): Promise<void> {
  const { filter, open } = understood(search)
  if (open !== '') void prefetch(inspectionDetail(open))
  return prefetch(inspectionList(filter, chicagoDay(companyNow())))
}
