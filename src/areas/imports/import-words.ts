import type { BadRow, ImportPreview, SimilarRow, SkippedRow } from '#contract/expenses/import-preview.ts'
import type { ImportBatch, ImportKind } from '#contract/expenses/imports.ts'
import type { ReportChoices } from '#contract/expenses/report-choices.ts'
import { shortDay } from '#src/format/calendar.ts'
import { chicagoMoment } from '#src/format/chicago.ts'
import { countOf, formatCount, formatMoney } from '#src/format/numbers.ts'

export const KIND_TITLES: Readonly<Record<ImportKind, string>> = { tolls: 'Tolls', fuel: 'Fuel' }

/** The number of rows with their noun: "120 toll rows". */
export const rowWords = (kind: ImportKind, count: number) => countOf(count, kind === 'tolls' ? 'toll row' : 'fuel row')

/** The number of rows that an import would add. */
export const newRows = ({
  good,
  known,
  doubled,
  alike_left,
  repeated_left,
}: Pick<ImportPreview, 'good' | 'known' | 'doubled' | 'alike_left' | 'repeated_left'>) =>
  good - known - doubled - alike_left - repeated_left

const DAYS_READ = { month_first: 'the month first in dates', day_first: 'the day first in dates' } as const
const NEGATIVES_READ = { charges: 'amounts below zero as charges', credits: 'amounts below zero as credits' } as const

/** The reading choices that the rows do not show: ": the day first in dates". */
export function readingWords({ day_order, negatives }: Pick<ReportChoices, 'day_order' | 'negatives'>): string {
  const read = [day_order && DAYS_READ[day_order], negatives && NEGATIVES_READ[negatives]].filter(Boolean)
  return read.length === 0 ? '' : `: ${read.join(', ')}`
}

type RowsNotAdded = Pick<ImportBatch, 'known' | 'doubled' | 'left_out' | 'alike' | 'alike_amount' | 'removed'>

/**
 * The rows that were not added, by reason: "3 known already from before", "2 are in this report twice", "4 left out".
 */
export function notAddedWords({
  known,
  doubled,
  left_out,
  alike,
  alike_amount,
  removed,
}: RowsNotAdded): readonly string[] {
  const looks = alike === 1 ? 'it looks' : 'they look'
  return [
    ...(known > 0 ? [`${formatCount(known)} known already from before`] : []),
    ...(doubled > 0 ? [`${formatCount(doubled)} ${doubled === 1 ? 'is' : 'are'} in this report twice`] : []),
    ...(left_out > 0 ? [`${formatCount(left_out)} left out`] : []),
    ...(alike > 0 ? [`${formatCount(alike)} skipped, ${formatMoney(alike_amount)}: ${looks} as if here already`] : []),
    ...(removed > 0 ? [`${formatCount(removed)} removed as ${removed === 1 ? 'a duplicate' : 'duplicates'}`] : []),
  ]
}

/** An expense in words: "11/19/26 14:30:22 · Exit 7 · 007002410300". */
export function expenseWords({ date, clock, place, called }: SimilarRow['row']): string {
  const time = clock === null ? 'time not kept' : clock
  return [`${shortDay(date)} ${time}`.trim(), place, called].filter(Boolean).join(' · ')
}

/** The days of a report: "11/01/26 – 11/30/26". Empty without days. */
export function daysOf(first: string | null, last: string | null): string {
  if (first === null || last === null) return ''
  return first === last ? shortDay(first) : `${shortDay(first)} – ${shortDay(last)}`
}

/** The days and the sum of a report: "11/01/26 – 11/30/26 · $1,234.50". */
export function sumWords({
  first_day,
  last_day,
  amount,
}: Pick<ImportBatch, 'first_day' | 'last_day' | 'amount'>): string {
  return [daysOf(first_day, last_day), formatMoney(amount)].filter(Boolean).join(' · ')
}

const nameOf = (user: ImportBatch['user']) => (user ? `${user.first_name} ${user.last_name}`.trim() : null)

/** The events of an import: who imported it and when, and who undid it. */
export function eventsOf({ origin, user, created_at, undone_at, undone_by }: ImportBatch): readonly string[] {
  const from = origin === 'folder' ? 'From the folder' : `By ${nameOf(user) ?? 'a former user'}`
  const importEvent = `${from}, ${chicagoMoment(Date.parse(created_at))}`
  if (undone_at === null) return [importEvent]
  return [importEvent, `Taken back by ${nameOf(undone_by) ?? 'a former user'}, ${chicagoMoment(Date.parse(undone_at))}`]
}

/** Invalid rows as text to paste into a spreadsheet: tab-separated, with headers. */
export function badRowsText(bad: readonly BadRow[]): string {
  const rows = bad.map(({ line, column, value, message }) => [line, column, value, message])
  return [['Line', 'Column', 'Value', 'What is wrong'], ...rows]
    .map((row) => row.map((cell) => String(cell).replace(/[\t\r\n]+/g, ' ')).join('\t'))
    .join('\n')
}

/** Skipped rows as a table: line, reason, and cells under the report's own headers. */
export function leftRowsTable(
  headers: readonly string[],
  skippedRows: readonly SkippedRow[],
): readonly (readonly string[])[] {
  return [['Line', 'Why', ...headers], ...skippedRows.map(({ line, message, cells }) => [`${line}`, message, ...cells])]
}

/** The text, cut off after `most` characters. */
export const cutWords = (words: string, most: number) => (words.length > most ? `${words.slice(0, most - 1)}…` : words)

/** The label of the import button: "Take in 4 rows", "Take in 4 rows, leave out 2". */
export const takeInWords = (rows: number, leftOut: number) =>
  `Take in ${countOf(rows, 'row')}${leftOut > 0 ? `, leave out ${formatCount(leftOut)}` : ''}`
