import type { ReactNode } from 'react'
import { administrator, edit } from '#contract/wire/access.ts'
import { AttentionCard } from '#src/areas/attention/attention-card.tsx'
import { ContactsCard } from '#src/areas/contacts/contacts-card.tsx'
import { FuelExpensesCard } from '#src/areas/fuel/fuel-expenses-card.tsx'
import { TollExpensesCard } from '#src/areas/tolls/toll-expenses-card.tsx'
import { dayWords } from '#src/format/calendar.ts'
import { Can } from '#src/session/can.tsx'
import { useCan } from '#src/session/use-can.ts'
import { PageTitle } from '#src/ui/page/page-title.tsx'
import { useToday } from '#src/ui/use-now.ts'
import { CompanyCards } from './company-cards.tsx'
import { CompanyTrends } from './company-trends.tsx'
import classes from './dashboard-page.module.css'
import type { DashboardSearch } from './dashboard-search.ts'
import { RevenueCard } from './revenue-card.tsx'
import { YardCard } from './yard-card.tsx'
import { YARD_KIND } from './yard-groups.ts'

interface DashboardPageProps {
  readonly search: DashboardSearch
  readonly onSearch: (search: DashboardSearch) => void
  /** The app's line below the cards. */
  readonly foot: ReactNode
}

/** The start page: the yard, for those who work in it; what needs attention today, for all users; the company at a glance, for administrators. */
export function DashboardPage({ search, onSearch, foot }: DashboardPageProps) {
  const today = useToday()
  const isYard = useCan(edit('maintenance'))
  return (
    <div className={classes.page}>
      <PageTitle title="Dashboard" note={dayWords(today)} />
      <Can access={administrator}>
        <div className={classes.cards}>
          <CompanyCards week={search.week ?? ''} onWeek={(week) => onSearch({ week: week || undefined })} />
          <div className={classes.third}>
            <TollExpensesCard />
          </div>
          <div className={classes.third}>
            <FuelExpensesCard />
          </div>
          <div className={classes.third}>
            <RevenueCard />
          </div>
          <CompanyTrends />
        </div>
      </Can>
      <div className={classes.own}>
        {isYard ? <YardCard /> : null}
        <AttentionCard without={isYard ? YARD_KIND : null} />
        <ContactsCard />
      </div>
      {foot}
    </div>
  )
}
