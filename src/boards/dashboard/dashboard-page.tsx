import type { ReactNode } from 'react'
import { administrator } from '#contract/access.ts'
import { dayWords } from '#src/format/calendar.ts'
import { useCan } from '#src/session/use-can.ts'
import { PageTitle } from '#src/ui/page-title.tsx'
import { useToday } from '#src/ui/use-now.ts'
import { CompanyCards } from './company-cards.tsx'
import { CompanyTrends } from './company-trends.tsx'
import classes from './dashboard-page.module.css'
import type { DashboardSearch } from './dashboard-search.ts'

interface DashboardPageProps {
  readonly search: DashboardSearch
  readonly onSearch: (search: DashboardSearch) => void
  /** What the shell has to say below the cards. */
  readonly foot: ReactNode
}

/** Where everybody lands: the company at a glance for administrators, what needs attention and whom to call for all. */
export function DashboardPage({ search, onSearch, foot }: DashboardPageProps) {
  const today = useToday()
  const isAdministrator = useCan(administrator)
  return (
    <div className={classes.page}>
      <PageTitle title="Dashboard" note={dayWords(today)} />
      <div className={classes.cards} data-whole={isAdministrator || undefined}>
        {isAdministrator ? (
          <div className={classes.company}>
            <CompanyCards week={search.week} onWeek={(week) => onSearch({ ...search, week })} />
          </div>
        ) : null}
        {isAdministrator ? (
          <div className={classes.trends}>
            <CompanyTrends />
          </div>
        ) : null}
      </div>
      {foot}
    </div>
  )
}
