import { NativeSelect } from '@mantine/core'
import type { ImportPreview } from '#contract/expenses/import-preview.ts'
import { DAY_ORDERS, type ReportQuestion } from '#contract/expenses/report-choices.ts'
import { cutWords } from '../import-words.ts'
import type { ReportChoice } from '../use-report.ts'

interface ReadingChoicesProps {
  readonly preview: ImportPreview
  readonly choice: ReportChoice
}

const DAY_WORDS = { month_first: 'Month first: 11/25/2026', day_first: 'Day first: 25/11/2026' } as const
const NEGATIVES = [
  { value: 'credits', label: 'Credits' },
  { value: 'charges', label: 'Charges' },
]
const LINE_CHARACTERS = 60
/** The placeholder while the question above is not answered. */
const UNSAID = { value: '', label: 'Not said yet', disabled: true }

/** The reading choices that the report itself does not decide: sheet, header line, date format, negative amounts. */
export function ReadingChoices({ preview, choice }: ReadingChoicesProps) {
  const { header_line, opening, negative, sheet, sheets } = preview
  const { choices, chooseReading } = choice
  const isAsked = (question: ReportQuestion) => preview.questions.includes(question)
  return (
    <>
      {sheets.length > 1 ? (
        <NativeSelect
          label="Sheet"
          value={choices.sheet ?? sheet ?? ''}
          data={[...sheets]}
          onChange={({ currentTarget }) => chooseReading({ sheet: currentTarget.value })}
        />
      ) : null}
      <NativeSelect
        label="Header line"
        value={choices.header_line ?? header_line ?? ''}
        data={[
          ...(header_line === null ? [{ value: '', label: 'None' }] : []),
          ...opening.map(({ line, cells }) => ({
            value: `${line}`,
            label: cutWords(`Line ${line}: ${cells.filter(Boolean).join(', ')}`, LINE_CHARACTERS),
          })),
        ]}
        onChange={({ currentTarget }) => chooseReading({ header_line: Number(currentTarget.value) })}
      />
      <NativeSelect
        label="Order of dates"
        value={choices.day_order ?? (isAsked('day_order') ? '' : 'month_first')}
        data={[
          ...(isAsked('day_order') ? [UNSAID] : []),
          ...DAY_ORDERS.map((value) => ({ value, label: DAY_WORDS[value] })),
        ]}
        onChange={({ currentTarget }) =>
          chooseReading({ day_order: currentTarget.value === 'day_first' ? 'day_first' : 'month_first' })
        }
      />
      {negative > 0 || choices.negatives !== undefined ? (
        <NativeSelect
          label="Below zero"
          value={choices.negatives ?? (isAsked('negatives') ? '' : 'credits')}
          data={[...(isAsked('negatives') ? [UNSAID] : []), ...NEGATIVES]}
          onChange={({ currentTarget }) =>
            chooseReading({ negatives: currentTarget.value === 'charges' ? 'charges' : 'credits' })
          }
        />
      ) : null}
    </>
  )
}
