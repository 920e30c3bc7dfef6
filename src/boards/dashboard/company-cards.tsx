import { DISPATCHER_DUTIES } from '#contract/people/dispatcher-choices.ts'
import { DUTY_STATUSES } from '#contract/people/driver-choices.ts'
import { type IsoDay, sundayOf } from '#src/format/calendar.ts'
import { useReading, useSameQuery } from '#src/offline/reading/use-reading.ts'
import { useToday } from '#src/ui/use-now.ts'
import classes from './dashboard-page.module.css'
import { companyDashboard, statisticsOn } from './dashboard-queries.ts'
import { StatisticCard } from './statistic-card.tsx'
import { StatusSummary } from './status-summary.tsx'

interface CompanyCardsProps {
  /** The Sunday of the shown statistics; empty for the current ones. */
  readonly week: IsoDay | ''
  readonly onWeek: (week: IsoDay | '') => void
}

/** The company at a glance, for administrators. */
export function CompanyCards({ week, onWeek }: CompanyCardsProps) {
  const company = useReading(companyDashboard.options)
  const data = company.known?.data
  return (
    <>
      <div className={classes.whole}>
        <StatisticCard
          {...useStatistics(week, data?.earliest_statistic_date ?? null)}
          week={week}
          earliest={data?.earliest_statistic_date ?? null}
          onWeek={onWeek}
        />
      </div>
      <div className={classes.half}>
        <StatusSummary
          title="Dispatchers"
          statuses={DISPATCHER_DUTIES}
          counts={data?.dispatchers_by_status}
          reading={company}
          link={(status) => ({ to: '/dispatchers', search: status === null ? {} : { filter: status } })}
        />
      </div>
      <div className={classes.half}>
        <StatusSummary
          title="Drivers"
          statuses={DUTY_STATUSES}
          counts={data?.drivers_by_status}
          reading={company}
          link={(status) => ({ to: '/drivers', search: status === null ? {} : { filter: status } })}
        />
      </div>
    </>
  )
}

/** The statistics of a Sunday, or the current ones if no Sunday is chosen, with their reading state. */
function useStatistics(week: IsoDay | '', earliest: IsoDay | null) {
  const today = useToday()
  // Also known offline.
  const isNone = week !== '' && (week !== sundayOf(week) || week > today || (earliest !== null && week < earliest))
  const company = useReading(companyDashboard.options)
  const { options } = useSameQuery(statisticsOn(week))
  const sunday = useReading({ ...options, enabled: week !== '' && !isNone })
  return week === ''
    ? { statistics: company.known?.data.statistics, reading: company, isNone }
    : { statistics: sunday.known?.data, reading: sunday, isNone }
}
