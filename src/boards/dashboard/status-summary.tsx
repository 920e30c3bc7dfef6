import { Link, type LinkProps } from '@tanstack/react-router'
import { FigureAge } from '#src/figures/figure-age.tsx'
import { NoFigures } from '#src/figures/no-figures.tsx'
import { formatCount } from '#src/format/numbers.ts'
import type { Reading } from '#src/offline/reading/use-reading.ts'
import { Card } from '#src/ui/page/card.tsx'
import { type StatusColor, StatusDot } from '#src/ui/status/status-badge.tsx'
import classes from './status-summary.module.css'

interface Status<Value extends string> {
  readonly value: Value
  readonly title: string
  readonly color: StatusColor
}

interface StatusSummaryProps<Value extends string> {
  readonly title: string
  readonly statuses: readonly Status<Value>[]
  readonly counts: Readonly<Record<Value | 'total', number>> | undefined
  readonly reading: Reading
  /** A link to the list of all, or of one status. */
  readonly link: (status: Value | null) => Pick<LinkProps, 'to' | 'search'>
}

/** The number of people in each status, each with a link to their list. */
export function StatusSummary<Value extends string>(props: StatusSummaryProps<Value>) {
  const { title, statuses, counts, reading, link } = props
  return (
    <Card
      title={title}
      note={<FigureAge reading={reading} />}
      actions={
        <Link {...link(null)} className={classes.total ?? ''}>
          <strong data-coming={!counts || undefined}>{counts ? formatCount(counts.total) : '\u00a0'}</strong> total
        </Link>
      }
    >
      {counts || reading.state === 'loading' ? (
        <ul className={classes.statuses} aria-busy={counts === undefined}>
          {statuses.map(({ value, title: words, color }) => (
            <li key={value}>
              <Link {...link(value)} className={classes.status ?? ''}>
                <StatusDot color={color} />
                <span className={classes.words}>{words}</span>
                <strong className={classes.count} data-color={color} data-coming={!counts || undefined}>
                  {counts ? formatCount(counts[value]) : '\u00a0'}
                </strong>
              </Link>
            </li>
          ))}
        </ul>
      ) : (
        <NoFigures reading={reading} what={title} />
      )}
    </Card>
  )
}
