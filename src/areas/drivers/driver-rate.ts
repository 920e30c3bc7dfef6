import type { Driver } from '#contract/drivers.ts'

/** Pay as it is agreed: cents per mile for a company driver ("58.5 CPM"), a share for the others ("27.5%"). */
export function rateWords(rate: string | null, position: Driver['position']): string {
  if (rate === null || rate === '') return '—'
  return position === 'company_driver' ? `${rate} CPM` : `${rate}%`
}
