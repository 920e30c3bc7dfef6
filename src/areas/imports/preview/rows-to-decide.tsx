import { Button } from '@mantine/core'
import type { AlikeRow } from '#contract/expenses/import-preview.ts'
import { counted, money } from '#src/format/numbers.ts'
import { type Decided, NO_CHOICES, takes, withAll, withOne } from '../import-choices.ts'
import { expenseWords } from '../import-words.ts'
import classes from '../imports.module.css'
import type { ReportChoice } from '../use-report.ts'
import lines from './line-box.module.css'
import { LineBox } from './line-box.tsx'

/** A row of the report, and what it is like. */
export interface RowToDecide extends Pick<AlikeRow, 'line' | 'row'> {
  readonly like: string
}

interface RowsToDecideProps {
  readonly id: string
  /** Why a person decides on these. */
  readonly of: Decided
  readonly title: string
  readonly note: string
  /** What the last column is called. */
  readonly likeTitle: string
  readonly rows: readonly RowToDecide[]
  /** How many there are, those that are not told one by one among them. */
  readonly count: number
  readonly choice: ReportChoice
}

/** Rows of a report that a person takes or skips, one by one or all at once. */
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
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what is scrolled must be so by the keyboard too. */}
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
                    isTicked={takes(choices, of, line)}
                    onTick={(isTaken) => choice.decide(withOne(choices, { of, line, isTaken }))}
                  />
                </td>
                <td>{line}</td>
                <td>{money(row.amount)}</td>
                <td>{expenseWords(row)}</td>
                <td>{like}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      {rows.length < count ? (
        <p className={classes.note}>The other {counted(count - rows.length)} are decided by Skip all and Take all.</p>
      ) : null}
    </section>
  )
}
