import { type Driver, POSITIONS } from '#contract/people/drivers.ts'

/** The title of a position. Positions that this version does not know are shown as they are. */
export function positionTitle(value: unknown): string {
  return POSITIONS.find((choice) => choice.value === value)?.title ?? String(value ?? '–')
}

/** The unit of a rate: cents per mile for a company driver, a percentage for others. */
export function rateUnit(position: Driver['position']): 'CPM' | '%' {
  return position === 'company_driver' ? 'CPM' : '%'
}

/** The pay in words: cents per mile for a company driver ("58.5 CPM"), a percentage for others ("27.5%"). */
export function rateWords(rate: string | null, position: Driver['position']): string {
  if (rate === null || rate === '') return '—'
  return rateUnit(position) === 'CPM' ? `${rate} CPM` : `${rate}%`
}
