import { Button } from '@mantine/core'
import type { ImportPreview } from '#contract/import-preview.ts'
import { counted, countOf, money } from '#src/format/numbers.ts'
import { NO_CHOICES, takes, withAll, withOne } from './import-choices.ts'
import { expenseWords, freshRows } from './import-words.ts'
import classes from './imports.module.css'
import lines from './line-box.module.css'
import { LineBox } from './line-box.tsx'
import type { ReportChoice } from './use-report.ts'

interface AlikeRowsProps {
  readonly preview: ImportPreview
  readonly choice: ReportChoice
}

/** Rows that look as if they were here already: each is left out or taken, as the user decides. */
export function AlikeRows({ preview, choice }: AlikeRowsProps) {
  const { alike, alike_left, alike_amount, alike_rows } = preview
  if (alike === 0) return null
  const choices = choice.report?.decided ?? NO_CHOICES
  return (
    <section className={classes.bad} aria-labelledby="alike-rows">
      <div className={classes.badHead}>
        <h3 id="alike-rows">
          {countOf(alike, 'row')} {alike === 1 ? 'looks' : 'look'} as if here already: skip or take
        </h3>
        <span>
          <Button variant="default" size="compact-md" onClick={() => choice.decide(withAll(choices, false))}>
            Skip all
          </Button>{' '}
          <Button variant="default" size="compact-md" onClick={() => choice.decide(withAll(choices, true))}>
            Take all
          </Button>
        </span>
      </div>
      <p className={classes.note} role="status">
        {counted(alike_left)} of them {alike_left === 1 ? 'is' : 'are'} skipped, {money(alike_amount)} in all.
        {freshRows(preview) > 0 ? ' What is skipped is counted at the report, and can be taken later.' : null}
      </p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what is scrolled must be so by the keyboard too. */}
      <section className={classes.scroll} tabIndex={0} aria-label="Rows that look as if here already">
        <table className={`${classes.table} ${lines.lines}`}>
          <thead>
            <tr>
              <th scope="col">Take</th>
              <th scope="col">Line</th>
              <th scope="col">Amount</th>
              <th scope="col">In this report</th>
              <th scope="col">Here already</th>
            </tr>
          </thead>
          <tbody>
            {alike_rows.map(({ line, row, here }) => (
              <tr key={line}>
                <td>
                  <LineBox
                    label={`Take line ${line}`}
                    isTicked={takes(choices, line)}
                    onTick={(isTicked) => choice.decide(withOne(choices, line, isTicked))}
                  />
                </td>
                <td>{line}</td>
                <td>{money(row.amount)}</td>
                <td>{expenseWords(row)}</td>
                <td>
                  {expenseWords(here)} · {here.from}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      {alike_rows.length < alike ? (
        <p className={classes.note}>
          The other {counted(alike - alike_rows.length)} are decided by Skip all and Take all.
        </p>
      ) : null}
    </section>
  )
}
