import { Button } from '@mantine/core'
import type { SimilarRow } from '#contract/expenses/import-preview.ts'
import { formatCount, formatMoney } from '#src/format/numbers.ts'
import { type DecisionReason, isImported, NO_CHOICES, withAll, withOne } from '../import-choices.ts'
import { expenseWords } from '../import-words.ts'
import classes from '../imports.module.css'
import type { ReportChoice } from '../use-report.ts'
import lines from './line-box.module.css'
import { LineBox } from './line-box.tsx'

/** A row of the report and the expense that it resembles. */
export interface RowToDecide extends Pick<SimilarRow, 'line' | 'row'> {
  readonly like: string
}

interface RowsToDecideProps {
  readonly id: string
  /** The reason for the decision. */
  readonly of: DecisionReason
  readonly title: string
  readonly note: string
  /** The header of the last column. */
  readonly likeTitle: string
  readonly rows: readonly RowToDecide[]
  /** The total number of rows, including those not listed. */
  readonly count: number
  readonly choice: ReportChoice
}

/** Rows of a report that the user imports or skips, one by one or all together. */
export function RowsToDecide({ id, of, title, note, likeTitle, rows, count, choice }: RowsToDecideProps) {
  const choices = choice.report?.decided ?? NO_CHOICES
  const decideAll = (isTaken: boolean) => choice.decide(withAll(choices, of, isTaken))
  return (
    <section className={classes.bad} aria-labelledby={id}>
      <div className={classes.badHead}>
        <h3 id={id}>{title}</h3>
        <span>
          <Button variant="default" size="compact-md" onClick={() => decideAll(false)}>
            Skip all
          </Button>{' '}
          <Button variant="default" size="compact-md" onClick={() => decideAll(true)}>
            Take all
          </Button>
        </span>
      </div>
      <p className={classes.note} role="status">
        {note}
      </p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard must reach it. */}
      <section className={classes.scroll} tabIndex={0} aria-label={`${title}, line by line`}>
        <table className={`${classes.table} ${lines.lines}`}>
          <thead>
            <tr>
              <th scope="col">Take</th>
              <th scope="col">Line</th>
              <th scope="col">Amount</th>
              <th scope="col">In this report</th>
              <th scope="col">{likeTitle}</th>
            </tr>
          </thead>
          <tbody>
            {rows.map(({ line, row, like }) => (
              <tr key={line}>
                <td>
                  <LineBox
                    label={`Take line ${line}`}
                    isTicked={isImported(choices, of, line)}
                    onTick={(isTaken) => choice.decide(withOne(choices, { of, line, isTaken }))}
                  />
                </td>
                <td>{line}</td>
                <td>{formatMoney(row.amount)}</td>
                <td>{expenseWords(row)}</td>
                <td>{like}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      {rows.length < count ? (
        <p className={classes.note}>
          The other {formatCount(count - rows.length)} are decided by Skip all and Take all.
        </p>
      ) : null}
    </section>
  )
}
