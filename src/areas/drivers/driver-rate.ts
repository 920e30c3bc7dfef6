import { type Driver, POSITIONS } from '#contract/people/drivers.ts'

/** What a position is called; one that this version does not know is called what it is. */
export function positionTitle(value: unknown): string {
  return POSITIONS.find((choice) => choice.value === value)?.title ?? String(value ?? '–')
}

/** What a rate is counted in: cents per mile for a company driver, a share for the others. */
export function rateUnit(position: Driver['position']): 'CPM' | '%' {
  return position === 'company_driver' ? 'CPM' : '%'
}

/** Pay as it is agreed: cents per mile for a company driver ("58.5 CPM"), a share for the others ("27.5%"). */
export function rateWords(rate: string | null, position: Driver['position']): string {
  if (rate === null || rate === '') return '—'
  return rateUnit(position) === 'CPM' ? `${rate} CPM` : `${rate}%`
}
