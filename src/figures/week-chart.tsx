import { Button } from '@mantine/core'
import { type CSSProperties, type ReactNode, useState } from 'react'
import { type IsoDay, shortDay } from '#src/format/calendar.ts'
import { Card } from '#src/ui/page/card.tsx'
import { ChartTable } from './chart-table.tsx'
import classes from './week-chart.module.css'

/** One series of a chart. `color` is a CSS color. */
export interface ChartSeries<Key extends string> {
  readonly key: Key
  readonly title: string
  readonly color: string
}

/** The values of the week that begins on `sunday`, one per series. */
export type ChartWeek<Key extends string> = { readonly sunday: IsoDay } & { readonly [K in Key]: number }

interface WeekChartProps<Key extends string> {
  readonly title: string
  readonly note?: ReactNode
  /** The series, from the bottom up. */
  readonly series: readonly ChartSeries<Key>[]
  /** The earliest first. */
  readonly weeks: readonly ChartWeek<Key>[]
  readonly words: (value: number) => string
  /** A note for the last week if it is not over. */
  readonly lastIs?: string
  /** The weeks are loading. The placeholder has the chart's size. */
  readonly isComing?: boolean
}

/**
 * Weeks as stacked bars, side by side. The figures below belong to the week under the pointer, or to the last week. The
 * chart can be switched to a table.
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
          <StackedBars {...{ title, series, weeks, words, shown }} onPoint={setPointed} />
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

/** Negative amounts (credits) have no height. */
const heightOf = (value: number) => Math.max(0, value)
const GAP = 0.2

interface StackedBarsProps<Key extends string>
  extends Pick<WeekChartProps<Key>, 'title' | 'series' | 'weeks' | 'words'> {
  readonly shown: ChartWeek<Key> | undefined
  readonly onPoint: (sunday: IsoDay | null) => void
}

function StackedBars<Key extends string>({ title, series, weeks, words, shown, onPoint }: StackedBarsProps<Key>) {
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
        // A finger leaves with every lift, so its week stays selected.
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
            {stackedParts(series, week).map(({ key, color, value, below }) => (
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

/** The parts of a week, each with the sum of the parts below it. */
function stackedParts<Key extends string>(series: readonly ChartSeries<Key>[], week: ChartWeek<Key>) {
  let below = 0
  return series.map(({ key, color }) => {
    const part = { key, color, value: heightOf(week[key]), below }
    below += part.value
    return part
  })
}
