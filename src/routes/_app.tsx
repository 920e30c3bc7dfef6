import { createFileRoute, redirect } from '@tanstack/react-router'
import { AppLayout } from '#src/app/app-layout.tsx'
import { requireUser } from '#src/session/session.ts'
import { FullScreenLoader } from '#src/ui/full-screen-loader.tsx'

/** The protected layout: who is not signed in goes to the login page, which remembers where he wanted to go. */
export const Route = createFileRoute('/_app')({
  beforeLoad: async ({ location, preload }) => {
    if (preload) return
    const user = await requireUser()
    if (user === null) throw redirect({ to: '/login', search: { from: location.href }, replace: true })
  },
  pendingComponent: FullScreenLoader,
  component: AppLayout,
})
