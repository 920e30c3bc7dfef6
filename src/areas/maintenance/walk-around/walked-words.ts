import type { Inspection } from '#contract/maintenance/inspections.ts'
import { kindTitle } from '#contract/units/unit-choices.ts'
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

/** "truck 1042". */
export const kindWords = (unit: Inspection['transport']): string => `${unit.kind} ${unitNumberOf(unit)}`

/** "Truck 1042". */
export const walkedUnitWords = (unit: Inspection['transport']): string =>
  `${kindTitle(unit.kind)} ${unitNumberOf(unit)}`

/** How many points of a checklist are not checked yet, of how many. */
export interface Unchecked {
  readonly open: number
  readonly total: number
}

/** "11 of 11 points are not checked". */
export const uncheckedWords = ({ open, total }: Unchecked): string =>
  `${open} of ${total} points ${open === 1 ? 'is' : 'are'} not checked`

/**
 * What the save button says is still missing: "3 points not checked". In a lap it names the unit if only one of them
 * has such points: "Truck 1042: 3 not checked". Empty when all are checked.
 */
export function missingWords(units: readonly (Unchecked & { readonly unit: Inspection['transport'] })[]): string {
  const [one, ...more] = units.filter(({ open }) => open > 0)
  if (one === undefined) return ''
  if (more.length === 0 && units.length > 1) return `${walkedUnitWords(one.unit)}: ${one.open} not checked`
  const count = more.reduce((sum, { open }) => sum + open, one.open)
  return `${count === 1 ? '1 point' : `${count} points`} not checked`
}

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
