import { Button } from '@mantine/core'
import { type CSSProperties, type ReactNode, useState } from 'react'
import { type IsoDay, shortDay } from '#src/format/calendar.ts'
import { Card } from '#src/ui/page/card.tsx'
import { ChartTable } from './chart-table.tsx'
import classes from './week-chart.module.css'

/** One of the things that a chart tells of each week. `color`: a CSS color. */
export interface ChartSeries<Key extends string> {
  readonly key: Key
  readonly title: string
  readonly color: string
}

/** What a chart tells of the week that begins on a Sunday. */
export type ChartWeek<Key extends string> = { readonly sunday: IsoDay } & { readonly [K in Key]: number }

interface WeekChartProps<Key extends string> {
  readonly title: string
  readonly note?: ReactNode
  /** From below. */
  readonly series: readonly ChartSeries<Key>[]
  /** The earliest first. */
  readonly weeks: readonly ChartWeek<Key>[]
  readonly words: (value: number) => string
  /** What the last week is, where it is not over. */
  readonly lastIs?: string
  /** The weeks are on their way: what stands there meanwhile is as large. */
  readonly isComing?: boolean
}

/**
 * Weeks side by side, each a pile of its parts. The week that is pointed at, else the last one, is told in figures below; and
 * all of it can be read as a table.
 */
export function WeekChart<Key extends string>(props: WeekChartProps<Key>) {
  const { title, note, series, weeks, words, lastIs, isComing = false } = props
  const [isTable, setIsTable] = useState(false)
  const [pointed, setPointed] = useState<IsoDay | null>(null)
  const shown = weeks.find(({ sunday }) => sunday === pointed) ?? weeks.at(-1)
  return (
    <Card
      title={title}
      note={note}
      actions={
        <Button variant="subtle" px="xs" disabled={isComing} onClick={() => setIsTable(!isTable)}>
          {isTable ? 'As a picture' : 'As a table'}
        </Button>
      }
    >
      <div className={classes.body} aria-busy={isComing}>
        <div className={classes.drawn} data-hidden={isTable || undefined} inert={isTable}>
          <Piles {...{ title, series, weeks, words, shown }} onPoint={setPointed} />
          <p className={classes.week}>
            Week of {shown ? shortDay(shown.sunday) : '—'}
            {shown && lastIs && shown === weeks.at(-1) ? `, ${lastIs}` : null}
          </p>
          <ul className={classes.legend}>
            {series.toReversed().map(({ key, title: name, color }) => (
              <li key={key}>
                <span className={classes.swatch} style={{ '--color': color } as CSSProperties} aria-hidden />
                {name} <strong>{shown ? words(shown[key]) : '—'}</strong>
              </li>
            ))}
          </ul>
        </div>
        {isTable ? <ChartTable {...{ title, series, weeks, words }} /> : null}
      </div>
    </Card>
  )
}

/** Of figures that may be credits, only what was paid has a height. */
const heightOf = (value: number) => Math.max(0, value)
const GAP = 0.2

interface PilesProps<Key extends string> extends Pick<WeekChartProps<Key>, 'title' | 'series' | 'weeks' | 'words'> {
  readonly shown: ChartWeek<Key> | undefined
  readonly onPoint: (sunday: IsoDay | null) => void
}

function Piles<Key extends string>({ title, series, weeks, words, shown, onPoint }: PilesProps<Key>) {
  const sumOf = (week: ChartWeek<Key>) => series.reduce((sum, { key }) => sum + heightOf(week[key]), 0)
  const most = Math.max(...weeks.map(sumOf), 0)
  const first = weeks[0]
  const last = weeks.at(-1)
  return (
    <div>
      <span className={classes.most}>{most > 0 ? words(most) : null}</span>
      <svg
        role="img"
        aria-label={weeks.length === 0 ? title : `${title}, ${weeks.length} weeks; the same figures stand in the table`}
        className={classes.piles}
        viewBox={`0 0 ${Math.max(1, weeks.length)} ${most || 1}`}
        preserveAspectRatio="none"
        // A finger leaves with every lift: what it has pointed at stays.
        onPointerLeave={({ pointerType }) => pointerType !== 'touch' && onPoint(null)}
      >
        {weeks.map((week, place) => (
          <g
            key={week.sunday}
            className={classes.pile}
            data-shown={week === shown || undefined}
            onPointerEnter={() => onPoint(week.sunday)}
            onPointerDown={() => onPoint(week.sunday)}
          >
            <rect className={classes.ground} x={place} y={0} width={1} height={most || 1} />
            {piled(series, week).map(({ key, color, value, below }) => (
              <rect
                key={key}
                x={place + GAP / 2}
                y={most - below - value}
                width={1 - GAP}
                height={value}
                fill={color}
              />
            ))}
          </g>
        ))}
      </svg>
      <p className={classes.ends} aria-hidden>
        <span>{first ? shortDay(first.sunday) : null}</span>
        <span>{last && last !== first ? shortDay(last.sunday) : null}</span>
      </p>
    </div>
  )
}

/** The parts of a week, each with how much lies below it. */
function piled<Key extends string>(series: readonly ChartSeries<Key>[], week: ChartWeek<Key>) {
  let below = 0
  return series.map(({ key, color }) => {
    const part = { key, color, value: heightOf(week[key]), below }
    below += part.value
    return part
  })
}
