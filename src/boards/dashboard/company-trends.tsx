import type { DriversOfWeek, MoneyOfWeek } from '#contract/boards/dashboard.ts'
import { DUTY_STATUSES, type DutyStatus } from '#contract/people/driver-choices.ts'
import { FigureAge } from '#src/figures/figure-age.tsx'
import { NoFigures } from '#src/figures/no-figures.tsx'
import { type ChartSeries, WeekChart } from '#src/figures/week-chart.tsx'
import { formatCount, formatMoney } from '#src/format/numbers.ts'
import { type Reading, useReading } from '#src/offline/reading/use-reading.ts'
import { Card } from '#src/ui/page/card.tsx'
import classes from './company-trends.module.css'
import page from './dashboard-page.module.css'
import { companyDashboard } from './dashboard-queries.ts'

const DRIVERS: readonly ChartSeries<DutyStatus>[] = DUTY_STATUSES.map(({ value, title, color }) => ({
  key: value,
  title,
  color: `var(--status-${color})`,
}))
const EXPENSES: readonly ChartSeries<'tolls' | 'fuel'>[] = [
  { key: 'fuel', title: 'Fuel', color: 'var(--mantine-primary-color-filled)' },
  { key: 'tolls', title: 'Tolls', color: 'var(--mantine-color-gray-5)' },
]
const REVENUE: readonly ChartSeries<'revenue'>[] = [
  { key: 'revenue', title: 'Gross revenue', color: 'var(--mantine-primary-color-filled)' },
]
const TITLES = {
  drivers: 'Drivers by status',
  expenses: 'Tolls and fuel by week',
  revenue: 'Gross revenue by week',
} as const

/** The company's trends of half a year, for administrators. */
export function CompanyTrends() {
  const company = useReading(companyDashboard.options)
  const data = company.known?.data
  return <TrendCards trends={data && { drivers: data.drivers_by_week, money: data.money_by_week }} reading={company} />
}

interface TrendCardsProps {
  readonly trends: { readonly drivers: readonly DriversOfWeek[]; readonly money: readonly MoneyOfWeek[] } | undefined
  readonly reading: Reading
}

/** The trends as three small charts, or the reason why there are none. */
function TrendCards({ trends, reading }: TrendCardsProps) {
  if (!trends && reading.state !== 'loading')
    return Object.values(TITLES).map((title) => (
      <div key={title} className={page.third}>
        <Card title={title}>
          <NoFigures reading={reading} what={`The figures of “${title}”`} className={classes.nothing} />
        </Card>
      </div>
    ))
  const note = <FigureAge reading={reading} />
  const isComing = trends === undefined
  const money = { weeks: trends?.money ?? [], words: formatMoney, lastIs: 'so far', note, isComing }
  return (
    <>
      <div className={page.third}>
        {trends?.drivers.length === 0 ? (
          <Card title={TITLES.drivers}>
            <p className={classes.nothing}>The first figures are kept on Sunday at midnight, Central time.</p>
          </Card>
        ) : (
          <WeekChart
            title={TITLES.drivers}
            series={DRIVERS}
            weeks={trends?.drivers ?? []}
            words={formatCount}
            note={note}
            isComing={isComing}
          />
        )}
      </div>
      <div className={page.third}>
        <WeekChart title={TITLES.expenses} series={EXPENSES} {...money} />
      </div>
      <div className={page.third}>
        <WeekChart title={TITLES.revenue} series={REVENUE} {...money} />
      </div>
    </>
  )
}
