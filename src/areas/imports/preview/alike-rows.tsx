import type { ImportPreview } from '#contract/expenses/import-preview.ts'
import { countOf, formatCount, formatMoney } from '#src/format/numbers.ts'
import { expenseWords, newRows } from '../import-words.ts'
import type { ReportChoice } from '../use-report.ts'
import { RowsToDecide } from './rows-to-decide.tsx'

interface PreviewRowsProps {
  readonly preview: ImportPreview
  readonly choice: ReportChoice
}

/** Rows that seem to be in the books already. They are skipped unless the user imports them. */
export function AlikeRows({ preview, choice }: PreviewRowsProps) {
  const { alike, alike_left, alike_amount, alike_rows } = preview
  if (alike === 0) return null
  const skipped = `${formatCount(alike_left)} of them ${alike_left === 1 ? 'is' : 'are'} skipped, ${formatMoney(alike_amount)} in all.`
  const later = newRows(preview) > 0 ? ' What is skipped is counted at the report, and can be taken later.' : ''
  return (
    <RowsToDecide
      id="alike-rows"
      of="alike"
      title={`${countOf(alike, 'row')} ${alike === 1 ? 'looks' : 'look'} as if here already: skip or take`}
      note={skipped + later}
      likeTitle="Here already"
      rows={alike_rows.map(({ line, row, here }) => ({ line, row, like: `${expenseWords(here)} · ${here.from}` }))}
      count={alike}
      choice={choice}
    />
  )
}

/**
 * Rows that repeat an earlier line of the report. They are skipped unless the user imports them as separate expenses.
 */
export function RepeatedRows({ preview, choice }: PreviewRowsProps) {
  const { repeated, repeated_left, repeated_rows } = preview
  if (repeated === 0) return null
  const [are, them] = repeated_left === 1 ? ['is', 'it'] : ['are', 'them']
  return (
    <RowsToDecide
      id="repeated-rows"
      of="repeat"
      title={`${countOf(repeated, 'row')} ${repeated === 1 ? 'repeats' : 'repeat'} an earlier line: skip or take`}
      note={`Time, place, amount and vehicle or driver are the same. ${formatCount(repeated_left)} of them ${are} skipped; take ${them} if the vendor really charges twice.`}
      likeTitle="Earlier line"
      rows={repeated_rows.map(({ line, row, first }) => ({ line, row, like: `Line ${first}` }))}
      count={repeated}
      choice={choice}
    />
  )
}
