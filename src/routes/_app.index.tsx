import { createFileRoute } from '@tanstack/react-router'
import { StartPage } from '#src/app/start-page.tsx'

export const Route = createFileRoute('/_app/')({
  staticData: { title: 'Dashboard' },
  component: StartPage,
})
