import { createFileRoute, stripSearchParams } from '@tanstack/react-router'
import { administrator } from '#contract/access.ts'
import { whenAllowed } from '#src/app/page-access.ts'
import { SavedForOffline } from '#src/app/saved-for-offline.tsx'
import { DashboardPage } from '#src/boards/dashboard/dashboard-page.tsx'
import { DASHBOARD_DEFAULTS, dashboardSearch } from '#src/boards/dashboard/dashboard-search.ts'
import { prefetch } from '#src/offline/declared-query.ts'

export const Route = createFileRoute('/_app/')({
  staticData: { title: 'Dashboard' },
  validateSearch: dashboardSearch,
  search: { middlewares: [stripSearchParams(DASHBOARD_DEFAULTS)] },
  loader: () =>
    whenAllowed(administrator, async () => {
      // What the page reads comes with it, and is no part of what stands before everybody's first screen.
      const { companyDashboard } = await import('#src/boards/dashboard/dashboard-queries.ts')
      await prefetch(companyDashboard)
    }),
  component: DashboardRoute,
})

function DashboardRoute() {
  const navigate = Route.useNavigate()
  return (
    <DashboardPage
      search={Route.useSearch()}
      onSearch={(search) => void navigate({ search, resetScroll: false })}
      foot={<SavedForOffline />}
    />
  )
}
