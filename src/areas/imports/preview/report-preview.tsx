import type { ImportPreview } from '#contract/expenses/import-preview.ts'
import { chicagoMoment } from '#src/format/chicago.ts'
import { countOf, formatCount } from '#src/format/numbers.ts'
import { Notice } from '#src/ui/notice/notice.tsx'
import { newRows, readingWords, sumWords } from '../import-words.ts'
import classes from '../imports.module.css'
import type { ReportChoice } from '../use-report.ts'
import { AlikeRows, RepeatedRows } from './alike-rows.tsx'
import { AsideChoices } from './aside-choices.tsx'
import { BadRows } from './bad-rows.tsx'
import { ColumnChoices } from './column-choices.tsx'
import { ReportQuestions } from './report-questions.tsx'
import { SeveralOwners } from './several-owners.tsx'

interface ReportPreviewProps {
  readonly preview: ImportPreview
  readonly choice: ReportChoice
}

/** The preview of an import: what it would do. */
export function ReportPreview({ preview, choice }: ReportPreviewProps) {
  const { rows, good, known, doubled, repeated, alike, bad_count, left_out, unmatched_count, taken } = preview
  const facts: readonly (readonly [title: string, value: string])[] = [
    ['Rows', formatCount(rows)],
    ['Good', formatCount(good)],
    ['Here already', formatCount(known)],
    ...(doubled + repeated > 0 ? [['Twice in this report', formatCount(doubled + repeated)] as const] : []),
    ...(alike > 0 ? [['Looks as if here', formatCount(alike)] as const] : []),
    ['Wrong', formatCount(bad_count)],
    ...(left_out > 0 ? [['Left out', formatCount(left_out)] as const] : []),
    ['Not matched', formatCount(unmatched_count)],
  ]
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would want a legend on screen
    <div
      role="group"
      aria-label="What is in the report"
      tabIndex={-1}
      className={classes.preview}
      aria-busy={choice.isReading}
    >
      <dl className={classes.facts} data-testid="preview">
        {facts.map(([title, value]) => (
          <div key={title}>
            <dt>{title}</dt>
            <dd>{value}</dd>
          </div>
        ))}
        {newRows(preview) > 0 ? (
          <div>
            <dt>New</dt>
            <dd>{sumWords(preview)}</dd>
          </div>
        ) : null}
      </dl>
      {taken ? (
        <Notice tone="caution">
          This report was already imported, {chicagoMoment(Date.parse(taken.created_at))}, as {taken.file_name}.
        </Notice>
      ) : null}
      <ReportQuestions preview={preview} choice={choice} />
      <SeveralOwners preview={preview} choice={choice} />
      <AlikeRows preview={preview} choice={choice} />
      <RepeatedRows preview={preview} choice={choice} />
      {rows > 0 && bad_count === 0 && newRows(preview) === 0 ? (
        <p className={classes.note}>Nothing in this report is new.</p>
      ) : null}
      <Unmatched preview={preview} isOfTolls={choice.report?.kind === 'tolls'} />
      <ReadNotes preview={preview} />
      <ColumnChoices preview={preview} choice={choice} />
      <AsideChoices preview={preview} choice={choice} />
      {bad_count > 0 ? <BadRows preview={preview} choice={choice} /> : null}
    </div>
  )
}

/** Notes about values that were read differently from the report's text. */
function ReadNotes({ preview: { is_remembered, rounded, choices } }: { readonly preview: ImportPreview }) {
  if (!is_remembered && rounded === 0) return null
  return (
    <p className={classes.note}>
      {is_remembered ? `Read as the last report with these headers was${readingWords(choices)}. ` : ''}
      {rounded > 0 ? `${countOf(rounded, 'amount')} with parts of a cent, rounded to the nearest cent.` : ''}
    </p>
  )
}

/** The most names listed. Others are counted. */
const MAX_LISTED = 12

function Unmatched({ preview, isOfTolls }: { readonly preview: ImportPreview; readonly isOfTolls: boolean }) {
  const { unmatched_count, unmatched } = preview
  if (unmatched_count === 0) return null
  const names = unmatched.slice(0, MAX_LISTED).map(({ name, rows }) => `${name} (${countOf(rows, 'row')})`)
  const rows = countOf(unmatched_count, 'row')
  return (
    <p className={classes.note}>
      {isOfTolls
        ? `Tolls go to trucks. ${rows} without one, since no truck is known by: `
        : `${rows} with a unit or a driver that the company does not know, and without that: `}
      {names.join(', ')}
      {unmatched.length > MAX_LISTED ? ', and others' : ''}.
    </p>
  )
}
