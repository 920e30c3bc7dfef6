import type { BatchTotals } from '../batch-repository.ts'

export const NO_ROWS: BatchTotals = { rows: 0, first_day: null, last_day: null, amount: 0 }

const earlier = (a: string | null, b: string | null) => (a === null || (b !== null && b < a) ? b : a)
const later = (a: string | null, b: string | null) => (a === null || (b !== null && b > a) ? b : a)

/** The totals of two parts of a report. Amounts are added in cents. */
export const addTotals = (a: BatchTotals, b: BatchTotals): BatchTotals => ({
  rows: a.rows + b.rows,
  first_day: earlier(a.first_day, b.first_day),
  last_day: later(a.last_day, b.last_day),
  amount: (Math.round(a.amount * 100) + Math.round(b.amount * 100)) / 100,
})
