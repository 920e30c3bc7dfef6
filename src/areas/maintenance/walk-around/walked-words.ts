import type { Inspection } from '#contract/maintenance/inspections.ts'
import { unitNumberOf } from '#contract/units/unit-names.ts'
import { checklistIn, type InspectionValues, partsToCheck } from '#src/areas/maintenance/new/new-inspection-values.ts'

/** "Pre-trip · 1042". */
export function walkAroundTitle(trip: InspectionValues['service_type'], unit: Inspection['transport']): string {
  return `${trip === 'post_trip' ? 'Post-trip' : 'Pre-trip'} · ${unitNumberOf(unit)}`
}

/** "7 of 11": how many parts are checked. */
export function checkedWords(values: InspectionValues): string {
  return `${checklistIn(values).length} of ${partsToCheck(values).length}`
}

/** "the trailer TL-1020". */
export const kindWords = (unit: Inspection['transport']): string => `${unit.kind} ${unitNumberOf(unit)}`

const HOUR_MS = 60 * 60_000
/** Marks older than this are confirmed before the report is signed: the unit has moved meanwhile. */
const FRESH_MS = 2 * HOUR_MS

/** "3 hours ago", for marks that need a second look; null for newer ones. */
export function staleWords(touchedAt: number | null, now: number): string | null {
  if (touchedAt === null || now - touchedAt <= FRESH_MS) return null
  const hours = Math.floor((now - touchedAt) / HOUR_MS)
  const days = Math.floor(hours / 24)
  if (days > 0) return `${days} ${days === 1 ? 'day' : 'days'} ago`
  return `${hours} hours ago`
}
