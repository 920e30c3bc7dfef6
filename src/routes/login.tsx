import { createFileRoute, redirect, stripSearchParams } from '@tanstack/react-router'
import { LoginPage, loadLoginNotes } from '#src/app/login/login-page.tsx'
import { loginSearch } from '#src/app/login/login-search.ts'
import { inTime } from '#src/browser/in-time.ts'
import { requireUser, sessionState } from '#src/session/session.ts'

/** A page to sign in on is not kept from anyone for its words, in milliseconds. */
const MAX_WAIT_MS = 1_000

export const Route = createFileRoute('/login')({
  staticData: { title: 'Login' },
  validateSearch: loginSearch,
  search: { middlewares: [stripSearchParams({ from: '/' })] },
  beforeLoad: async ({ search, preload }) => {
    if (preload) return
    if ((await requireUser()) !== null) throw redirect({ href: search.from, replace: true })
    // Its words stand above the form, which is not to move.
    if (sessionState().why !== null) await inTime(loadLoginNotes(), MAX_WAIT_MS).catch(() => undefined)
  },
  component: LoginRoute,
})

function LoginRoute() {
  const { from } = Route.useSearch()
  const navigate = Route.useNavigate()
  return <LoginPage onSignedIn={() => navigate({ href: from, replace: true })} />
}
