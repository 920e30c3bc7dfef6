import { createFileRoute } from '@tanstack/react-router'
import { SavedForOffline } from '#src/app/layout/saved-for-offline.tsx'
import { optionalPart } from '#src/app/optional-part.ts'
import { unlessHere } from '#src/app/page-access.ts'
import { DashboardPage } from '#src/boards/dashboard/dashboard-page.tsx'
import { dashboardSearch } from '#src/boards/dashboard/dashboard-search.ts'

const InstallLine = optionalPart(() => import('#src/app/install/install-line.tsx').then((module) => module.InstallLine))

export const Route = createFileRoute('/_app/')({
  staticData: { title: 'Dashboard' },
  validateSearch: dashboardSearch,
  // The page does not wait for the network: its cards load in parallel and show their own states.
  loader: ({ cause }) =>
    unlessHere(cause, async () => {
      // Loaded with the page: other first screens do not need it.
      const { loadDashboard } = await import('#src/boards/dashboard/load-dashboard.ts')
      await loadDashboard()
    }),
  component: DashboardRoute,
})

function DashboardRoute() {
  const navigate = Route.useNavigate()
  return (
    <DashboardPage
      search={Route.useSearch()}
      onSearch={(search) => void navigate({ search, resetScroll: false })}
      foot={
        <>
          <SavedForOffline />
          <InstallLine />
        </>
      }
    />
  )
}
