import { createFileRoute, redirect } from '@tanstack/react-router'
import { AppLayout } from '#src/app/layout/app-layout.tsx'
import { optionalPart } from '#src/app/optional-part.ts'
import { whenIdle } from '#src/offline/when-idle.ts'
import { requireUser, useSession } from '#src/session/session.ts'
import { FullScreenLoader } from '#src/ui/notice/full-screen-loader.tsx'

/**
 * The protected layout. Users who are not signed in go to the login page, which remembers the page that they wanted.
 */
export const Route = createFileRoute('/_app')({
  beforeLoad: async ({ location, preload }) => {
    if (preload) return
    const user = await requireUser()
    if (user === null) throw redirect({ to: '/login', search: { from: location.href }, replace: true })
  },
  pendingComponent: FullScreenLoader,
  component: SignedIn,
})

/** Loads when the page is idle, because it fetches a list of its own. */
const AppBadge = optionalPart(async () => {
  await new Promise<void>((resolve) => whenIdle(resolve))
  return (await import('#src/areas/attention/app-badge.tsx')).AppBadge
})

function SignedIn() {
  const { user } = useSession()
  return (
    <>
      <AppLayout />
      {'setAppBadge' in navigator ? <AppBadge key={user?.id} /> : null}
    </>
  )
}
