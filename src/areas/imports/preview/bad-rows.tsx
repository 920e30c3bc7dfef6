import { Button } from '@mantine/core'
import { IconCopy } from '@tabler/icons-react'
import { useLayoutEffect, useRef, useState } from 'react'
import type { BadRow, ImportPreview } from '#contract/expenses/import-preview.ts'
import { MAX_SKIPPED_LINES } from '#contract/expenses/report-choices.ts'
import { formatCount } from '#src/format/numbers.ts'
import { copyText } from '#src/ui/clipboard.ts'
import { toastDone, toastFailure } from '#src/ui/notice/toast.ts'
import { badRowsText } from '../import-words.ts'
import classes from '../imports.module.css'
import type { ReportChoice } from '../use-report.ts'
import lines from './line-box.module.css'
import { LineBox } from './line-box.tsx'

interface BadRowsProps {
  readonly preview: ImportPreview
  readonly choice: ReportChoice
}

/** The number of rows shown before the user asks for more. */
const FIRST = 50

const NO_COPYING = 'This browser blocks copying. Select the table and press Ctrl+C.'

/** The errors of a report, by line and column. Lines below the headers can be left out. */
export function BadRows({ preview, choice }: BadRowsProps) {
  const { bad, bad_count: count, asides, header_line, missing } = preview
  const skippedLines = choice.choices.leave_out_lines ?? []
  // A line that is the only one of its kind has its control above.
  const isAlone = ({ is }: BadRow) => is !== undefined && asides[is] === 1
  const canLeave = (row: BadRow) =>
    header_line !== null &&
    row.line > header_line &&
    !row.is_torn &&
    !isAlone(row) &&
    skippedLines.length < MAX_SKIPPED_LINES
  const [isWhole, setIsWhole] = useState(false)
  const frame = useFocusHandedOn<HTMLElement>()
  const shown = isWhole ? bad : bad.slice(0, FIRST)
  const mayLeave = shown.some(canLeave)
  const copy = () =>
    copyText(badRowsText(bad)).then(
      () => toastDone('Copied'),
      () => toastFailure(new Error(NO_COPYING)),
    )
  return (
    <section ref={frame} className={classes.bad} aria-labelledby="bad-rows">
      <div className={classes.badHead}>
        <h3 id="bad-rows">{count === 1 ? 'One thing is wrong' : `${formatCount(count)} things are wrong`}</h3>
        <Button variant="default" size="compact-md" leftSection={<IconCopy size={16} aria-hidden />} onClick={copy}>
          Copy
        </Button>
      </div>
      <p className={classes.note}>
        {missing.length > 0
          ? 'Nothing of this report can be read before. Choose the columns above, or the line of the headers.'
          : 'Nothing of this report is taken in until each of these lines is right, or left out. Mend the file and choose it again, or leave the lines out here.'}
      </p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard must reach it. */}
      <section className={classes.scroll} tabIndex={0} aria-label="What is wrong, by line">
        <table className={`${classes.table} ${lines.lines}`}>
          <thead>
            <tr>
              {mayLeave ? <th scope="col">Leave out</th> : null}
              <th scope="col">Line</th>
              <th scope="col">Column</th>
              <th scope="col">Value</th>
              <th scope="col">What is wrong</th>
            </tr>
          </thead>
          <tbody>
            {shown.map((row) => (
              <tr key={`${row.line} ${row.column} ${row.message}`}>
                {mayLeave ? (
                  <td>
                    {canLeave(row) ? (
                      <LineBox
                        label={`Leave out line ${row.line}`}
                        isTicked={skippedLines.includes(row.line)}
                        onTick={(isTicked, box) => {
                          // The row disappears, so the focus moves to the other rows.
                          if (isTicked) box.closest('section')?.focus()
                          const others = skippedLines.filter((one) => one !== row.line)
                          choice.chooseReading({ leave_out_lines: isTicked ? [...others, row.line] : others })
                        }}
                      />
                    ) : null}
                  </td>
                ) : null}
                <td>{row.line}</td>
                <td>{row.column || '–'}</td>
                <td>{row.value || '–'}</td>
                <td className={classes.message}>{row.message}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      {shown.length < bad.length ? (
        <Button variant="default" onClick={() => setIsWhole(true)}>
          Show {formatCount(bad.length)}
        </Button>
      ) : null}
    </section>
  )
}

/** Moves the focus to the preview when the section disappears with its last invalid line. */
function useFocusHandedOn<Element extends HTMLElement>() {
  const frame = useRef<Element>(null)
  useLayoutEffect(() => {
    const own = frame.current
    const around = own?.parentElement
    return () => {
      if (own?.contains(document.activeElement)) around?.focus()
    }
  }, [])
  return frame
}
