import type { DriversOfWeek, MoneyOfWeek } from '#contract/dashboard.ts'
import { DUTY_STATUSES, type DutyStatus } from '#contract/duty.ts'
import { FigureAge } from '#src/figures/figure-age.tsx'
import { NoFigures } from '#src/figures/no-figures.tsx'
import { type ChartSeries, WeekChart } from '#src/figures/week-chart.tsx'
import { counted, money } from '#src/format/numbers.ts'
import type { Reading } from '#src/offline/use-reading.ts'
import { Card } from '#src/ui/card.tsx'
import page from './dashboard-page.module.css'
import classes from './trend-cards.module.css'

const DRIVERS: readonly ChartSeries<DutyStatus>[] = DUTY_STATUSES.map(({ value, title, colour }) => ({
  key: value,
  title,
  colour: `var(--status-${colour})`,
}))
const EXPENSES: readonly ChartSeries<'tolls' | 'fuel'>[] = [
  { key: 'fuel', title: 'Fuel', colour: 'var(--mantine-primary-color-filled)' },
  { key: 'tolls', title: 'Tolls', colour: 'var(--mantine-color-gray-5)' },
]
const REVENUE: readonly ChartSeries<'revenue'>[] = [
  { key: 'revenue', title: 'Gross revenue', colour: 'var(--mantine-primary-color-filled)' },
]
const TITLES = {
  drivers: 'Drivers by status',
  expenses: 'Tolls and fuel by week',
  revenue: 'Gross revenue by week',
} as const

interface TrendCardsProps {
  readonly trends: { readonly drivers: readonly DriversOfWeek[]; readonly money: readonly MoneyOfWeek[] } | undefined
  readonly reading: Reading
}

/** Half a year of the company in three small pictures. */
export function TrendCards({ trends, reading }: TrendCardsProps) {
  const note = <FigureAge reading={reading} />
  if (!trends) return Object.values(TITLES).map((title) => <NoTrend key={title} title={title} reading={reading} />)
  return (
    <>
      <div className={page.third}>
        {trends.drivers.length === 0 ? (
          <Card title={TITLES.drivers}>
            <p className={classes.nothing}>The first figures are kept on Sunday at midnight, Central time.</p>
          </Card>
        ) : (
          <WeekChart title={TITLES.drivers} note={note} series={DRIVERS} weeks={trends.drivers} words={counted} />
        )}
      </div>
      <div className={page.third}>
        <WeekChart
          title={TITLES.expenses}
          note={note}
          series={EXPENSES}
          weeks={trends.money}
          words={money}
          lastIs="so far"
        />
      </div>
      <div className={page.third}>
        <WeekChart
          title={TITLES.revenue}
          note={note}
          series={REVENUE}
          weeks={trends.money}
          words={money}
          lastIs="so far"
        />
      </div>
    </>
  )
}

function NoTrend({ title, reading }: { readonly title: string; readonly reading: Reading }) {
  return (
    <div className={page.third}>
      <Card title={title}>
        <div className={classes.nothing} aria-busy={reading.state === 'loading'}>
          {reading.state === 'loading' ? null : <NoFigures reading={reading} what={title} />}
        </div>
      </Card>
    </div>
  )
}
