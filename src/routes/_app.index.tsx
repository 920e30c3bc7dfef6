import { createFileRoute } from '@tanstack/react-router'
import { SavedForOffline } from '#src/app/saved-for-offline.tsx'
import { DashboardPage } from '#src/boards/dashboard/dashboard-page.tsx'

export const Route = createFileRoute('/_app/')({
  staticData: { title: 'Dashboard' },
  component: () => <DashboardPage foot={<SavedForOffline />} />,
})
