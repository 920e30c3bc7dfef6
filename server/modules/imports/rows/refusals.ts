import type { BadRow } from '#contract/expenses/import-preview.ts'
import type { ImportKind } from '#contract/expenses/imports.ts'
import type { ReportQuestion } from '#contract/expenses/report-choices.ts'
import { invalid, Problem } from '#server/base/problem.ts'
import type { Reading } from '#server/modules/imports/reading/read-report.ts'
import { chicagoDay } from '#server/records/calendar.ts'
import type { TakenBatch } from '../batch-repository.ts'

/** One bad row in words, as the Outbox and the report's own file of faults tell it. */
export function badRowWords({ line, column, value, message }: BadRow): string {
  const where = column === '' ? `Line ${line}` : `Line ${line}, ${column}`
  return value === '' ? `${where}: ${message}` : `${where} “${value}”: ${message}`
}

const LOOKS: Readonly<Record<ImportKind, string>> = {
  tolls: 'This looks like a fuel report, and was chosen as one of tolls.',
  fuel: 'This looks like a toll report, and was chosen as one of fuel.',
}
const ASKED: Readonly<Record<Exclude<ReportQuestion, 'kind'>, string>> = {
  day_order: 'Some dates may have the day first: say whether month or day comes first.',
  negatives: 'Say whether amounts below zero are charges or credits: these amounts do not say it themselves.',
  sheet: 'More than one sheet of this workbook has rows: say which one is the report.',
}

/** What must be answered before a report of that kind is taken in, in words. */
export const questionWords = (kind: ImportKind, questions: readonly ReportQuestion[]): readonly string[] =>
  questions.map((question) => (question === 'kind' ? LOOKS[kind] : ASKED[question]))

/** So many bad rows stand in the words of a refusal; the rest beside them. */
const TOLD = 20

const badWords = ({ badCount, bad, rows }: Reading): readonly string[] => {
  if (badCount === 0) return []
  const things = badCount === 1 ? 'one thing is wrong' : `${badCount.toLocaleString('en-US')} things are wrong`
  const more = badCount - Math.min(TOLD, bad.length)
  return [
    `Nothing was taken in of ${rows.toLocaleString('en-US')} rows: ${things}.`,
    ...bad.slice(0, TOLD).map(badRowWords),
    ...(more > 0 ? [`${more.toLocaleString('en-US')} more.`] : []),
  ]
}

/** Whether nothing keeps a report from being taken in. */
export const isTakable = ({ badCount, questions }: Reading) => badCount === 0 && questions.length === 0

/** The 400 for a report that has bad rows, or whose questions have no answer. */
export function refuseReading(kind: ImportKind, reading: Reading) {
  const { bad, questions } = reading
  return new Problem(400, { file: [...questionWords(kind, questions), ...badWords(reading)], bad_rows: bad, questions })
}

/** That a report's bytes stand here already, in words. */
export function takenWords({ id, file_name, created_at }: TakenBatch): string {
  return `This report was taken in already on ${chicagoDay(new Date(created_at))}, as “${file_name}” (batch ${id}).`
}

/** The 400 for a report whose bytes stand here already. */
export const refuseTaken = (batch: TakenBatch) => invalid({ file: [takenWords(batch)] })
