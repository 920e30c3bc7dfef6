import type { DayTarget, RowEdit } from '#src/areas/schedule/day/day-edit.ts'
import { NOTHING_PLANNED, statusWords } from '#src/areas/schedule/day/day-fields.ts'
import { dayWords } from '#src/format/calendar.ts'
import { countOf } from '#src/format/numbers.ts'
import { cellText } from './cell-text.ts'

/** What becomes of one day, as far as it is news. */
function targetWords({ was, to }: DayTarget): string {
  if (to === null) return NOTHING_PLANNED
  return to.description === (was?.description ?? '') ? statusWords(to.status) : cellText(to)
}

/** "Maria Lopez, Tue 11/24/26: Vacation", or "12 days of 3 drivers: Vacation"; `what` instead of what they become. */
export function editWords(rows: readonly RowEdit[], what?: string): string {
  const targets = rows.flatMap((row) => row.targets)
  const [first] = targets
  const [row] = rows
  if (!first || !row) return what ?? ''
  const whose = rows.length === 1 ? row.driver.name : countOf(rows.length, 'driver')
  if (targets.length === 1) return `${whose}, ${dayWords(first.date)}: ${what ?? targetWords(first)}`
  const isOneStatus = targets.every(({ to }) => to?.status === first.to?.status)
  const becomes = isOneStatus ? statusWords(first.to?.status) : 'changed'
  return `${countOf(targets.length, 'day')} of ${whose}: ${what ?? becomes}`
}
