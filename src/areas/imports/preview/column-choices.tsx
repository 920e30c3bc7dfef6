import { NativeSelect } from '@mantine/core'
import { IMPORT_COLUMNS, type ImportColumn } from '#contract/expenses/import-columns.ts'
import type { ImportPreview } from '#contract/expenses/import-preview.ts'
import type { ColumnMap } from '#contract/expenses/imports.ts'
import classes from '../imports.module.css'
import type { ReportChoice } from '../use-report.ts'
import { ReadingChoices } from './reading-choices.tsx'

interface ColumnChoicesProps {
  readonly preview: ImportPreview
  readonly choice: ReportChoice
}

/** The reading choices and the header of each column. The section is open when a column was not found. */
export function ColumnChoices({ preview, choice }: ColumnChoicesProps) {
  const { headers, missing } = preview
  if (preview.opening.length === 0 || !choice.report) return null
  const columns: readonly (readonly [string, ImportColumn])[] = Object.entries(IMPORT_COLUMNS[choice.report.kind])
  const used: ColumnMap = { ...preview.columns, ...choice.report.columns }
  const needsChoice = missing.length > 0 || headers.length === 0 || preview.negative > 0
  const names = [...new Set(headers)].filter((header) => header !== '')
  return (
    <details className={classes.columns} open={needsChoice || choice.report.columns !== undefined}>
      <summary>Columns</summary>
      <div className={classes.fields}>
        <ReadingChoices preview={preview} choice={choice} />
        {columns.map(([column, { title, isRequired }]) => (
          <NativeSelect
            key={column}
            label={title}
            required={isRequired === true}
            value={used[column] ?? ''}
            error={missing.includes(column) ? 'No column was found.' : null}
            data={[{ value: '', label: 'None' }, ...names.map((name) => ({ value: name, label: name }))]}
            onChange={({ currentTarget }) => choice.chooseColumns({ ...used, [column]: currentTarget.value })}
          />
        ))}
      </div>
      <Sample preview={preview} />
    </details>
  )
}

/** The first rows of the report. */
function Sample({ preview: { headers, sample } }: { readonly preview: ImportPreview }) {
  if (sample.length === 0) return null
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls sideways, so the keyboard must reach it.
    <section className={classes.scroll} tabIndex={0} aria-label="The first rows">
      <table className={classes.table}>
        <thead>
          <tr>
            {headers.map((header, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: columns of a file have no ids and never move.
              <th key={at} scope="col">
                {header}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {sample.map((row, line) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows of a file have no ids and never move.
            <tr key={line}>
              {headers.map((_, at) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: see above.
                <td key={at}>{row[at] ?? ''}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
