import type { BadRow } from '#contract/expenses/import-preview.ts'
import type { ImportKind } from '#contract/expenses/imports.ts'
import type { ReportQuestion } from '#contract/expenses/report-choices.ts'
import { invalid, Problem } from '#server/base/problem.ts'
import type { Reading } from '#server/modules/imports/reading/read-report.ts'
import { chicagoDay } from '#server/records/calendar.ts'
import type { ImportedBatch } from '../batch-repository.ts'

/** Text for one bad row, for the outbox and for the fault file that is written next to a report in the folder. */
export function badRowWords({ line, column, value, message }: BadRow): string {
  const where = column === '' ? `Line ${line}` : `Line ${line}, ${column}`
  return value === '' ? `${where}: ${message}` : `${where} “${value}”: ${message}`
}

const KIND_WORDS: Readonly<Record<ImportKind, string>> = {
  tolls: 'This looks like a fuel report, and was chosen as one of tolls.',
  fuel: 'This looks like a toll report, and was chosen as one of fuel.',
}
const QUESTION_WORDS: Readonly<Record<Exclude<ReportQuestion, 'kind'>, string>> = {
  day_order: 'Some dates may have the day first: say whether month or day comes first.',
  negatives: 'Say whether amounts below zero are charges or credits: these amounts do not say it themselves.',
  sheet: 'More than one sheet of this workbook has rows: say which one is the report.',
}

/** Texts for the questions that must be answered before a report can be imported. */
export const questionWords = (kind: ImportKind, questions: readonly ReportQuestion[]): readonly string[] =>
  questions.map((question) => (question === 'kind' ? KIND_WORDS[kind] : QUESTION_WORDS[question]))

/** The most bad rows in the text of a refusal. `bad_rows` of the response has more. */
const MAX_SHOWN = 20

const badWords = ({ badCount, bad, rows }: Reading): readonly string[] => {
  if (badCount === 0) return []
  const things = badCount === 1 ? 'one thing is wrong' : `${badCount.toLocaleString('en-US')} things are wrong`
  const more = badCount - Math.min(MAX_SHOWN, bad.length)
  return [
    `Nothing was imported of ${rows.toLocaleString('en-US')} rows: ${things}.`,
    ...bad.slice(0, MAX_SHOWN).map(badRowWords),
    ...(more > 0 ? [`${more.toLocaleString('en-US')} more.`] : []),
  ]
}

/** Whether a report can be imported: it has no bad rows and no open questions. */
export const isImportable = ({ badCount, questions }: Reading) => badCount === 0 && questions.length === 0

/** The 400 for a report with bad rows or open questions. */
export function refuseReading(kind: ImportKind, reading: Reading) {
  const { bad, questions } = reading
  return new Problem(400, { file: [...questionWords(kind, questions), ...badWords(reading)], bad_rows: bad, questions })
}

/** Text for a report whose bytes were imported before. */
export function alreadyImportedWords({ id, file_name, created_at }: ImportedBatch): string {
  return `This report was already imported on ${chicagoDay(new Date(created_at))}, as “${file_name}” (batch ${id}).`
}

/** The 400 for a report whose bytes were imported before. */
export const refuseAlreadyImported = (batch: ImportedBatch) => invalid({ file: [alreadyImportedWords(batch)] })
