import { shortDay } from '#src/format/calendar.ts'
import classes from './week-chart.module.css'
import type { ChartSeries, ChartWeek } from './week-chart.tsx'

interface ChartTableProps<Key extends string> {
  readonly title: string
  readonly series: readonly ChartSeries<Key>[]
  readonly weeks: readonly ChartWeek<Key>[]
  readonly words: (value: number) => string
}

/** The figures of a chart as a table, the latest week first. */
export function ChartTable<Key extends string>({ title, series, weeks, words }: ChartTableProps<Key>) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard must reach it.
    <section className={classes.scroll} aria-label={`${title}, as a table`} tabIndex={0}>
      <table className={classes.table}>
        <thead>
          <tr>
            <th scope="col">Week of</th>
            {series.map(({ key, title: name }) => (
              <th key={key} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeks.toReversed().map((week) => (
            <tr key={week.sunday}>
              <th scope="row">{shortDay(week.sunday)}</th>
              {series.map(({ key }) => (
                <td key={key}>{words(week[key])}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
