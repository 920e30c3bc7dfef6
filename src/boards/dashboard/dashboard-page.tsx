import type { ReactNode } from 'react'
import { administrator } from '#contract/access.ts'
import { FuelExpensesCard } from '#src/areas/fuel/fuel-expenses-card.tsx'
import { TollExpensesCard } from '#src/areas/tolls/toll-expenses-card.tsx'
import { dayWords } from '#src/format/calendar.ts'
import { Can } from '#src/session/can.tsx'
import { PageTitle } from '#src/ui/page-title.tsx'
import { useToday } from '#src/ui/use-now.ts'
import classes from './dashboard-page.module.css'

interface DashboardPageProps {
  /** What the shell has to say below the cards. */
  readonly foot: ReactNode
}

/** Where everybody lands: the company at a glance for administrators, what needs attention and whom to call for all. */
export function DashboardPage({ foot }: DashboardPageProps) {
  const today = useToday()
  return (
    <div className={classes.page}>
      <PageTitle title="Dashboard" note={dayWords(today)} />
      <div className={classes.cards}>
        <Can access={administrator}>
          <div className={classes.expenses}>
            <TollExpensesCard />
          </div>
          <div className={classes.expenses}>
            <FuelExpensesCard />
          </div>
        </Can>
      </div>
      {foot}
    </div>
  )
}
