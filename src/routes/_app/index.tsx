import { createFileRoute } from '@tanstack/react-router'
import { SavedForOffline } from '#src/app/layout/saved-for-offline.tsx'
import { unlessHere } from '#src/app/page-access.ts'
import { DashboardPage } from '#src/boards/dashboard/dashboard-page.tsx'
import { dashboardSearch } from '#src/boards/dashboard/dashboard-search.ts'

export const Route = createFileRoute('/_app/')({
  staticData: { title: 'Dashboard' },
  validateSearch: dashboardSearch,
  // The page does not wait for the network: its cards ask side by side, and each shows by itself what it has.
  loader: ({ cause }) =>
    unlessHere(cause, async () => {
      // What this page reads is no part of what stands before everybody's first screen.
      const { readyDashboard } = await import('#src/boards/dashboard/ready-dashboard.ts')
      await readyDashboard()
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
