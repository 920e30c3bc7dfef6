import { createFileRoute } from '@tanstack/react-router'
import { SavedForOffline } from '#src/app/saved-for-offline.tsx'
import { DashboardPage } from '#src/boards/dashboard/dashboard-page.tsx'
import { dashboardSearch } from '#src/boards/dashboard/dashboard-search.ts'

export const Route = createFileRoute('/_app/')({
  staticData: { title: 'Dashboard' },
  validateSearch: dashboardSearch,
  // Nothing is asked before the page stands: its cards ask side by side, and each shows by itself what it has.
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
