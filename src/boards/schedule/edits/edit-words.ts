import type { DayTarget, RowEdit } from '#src/areas/schedule/day/day-edit.ts'
import { NOTHING_PLANNED, statusWords } from '#src/areas/schedule/day/day-fields.ts'
import { dayWords } from '#src/format/calendar.ts'
import { countOf } from '#src/format/numbers.ts'
import { cellText } from './cell-text.ts'

/** The new state of one day. The description is left out when it stays the same. */
function targetWords({ was, to }: DayTarget): string {
  if (to === null) return NOTHING_PLANNED
  return to.description === (was?.description ?? '') ? statusWords(to.status) : cellText(to)
}

/**
 * "Maria Lopez, Tue 11/24/26: Vacation", or "12 days of 3 drivers: Vacation". `outcome` replaces the part after the
 * colon.
 */
export function editWords(rows: readonly RowEdit[], outcome?: string): string {
  const targets = rows.flatMap((row) => row.targets)
  const [first] = targets
  const [row] = rows
  if (!first || !row) return outcome ?? ''
  const subject = rows.length === 1 ? row.driver.name : countOf(rows.length, 'driver')
  if (targets.length === 1) return `${subject}, ${dayWords(first.date)}: ${outcome ?? targetWords(first)}`
  const isOneStatus = targets.every(({ to }) => to?.status === first.to?.status)
  const becomes = isOneStatus ? statusWords(first.to?.status) : 'changed'
  return `${countOf(targets.length, 'day')} of ${subject}: ${outcome ?? becomes}`
}
