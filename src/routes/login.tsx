import { createFileRoute, redirect, stripSearchParams } from '@tanstack/react-router'
import { LoginPage, loadLoginNotes } from '#src/app/login/login-page.tsx'
import { loginSearch } from '#src/app/login/login-search.ts'
import { withTimeout } from '#src/browser/with-timeout.ts'
import { requireUser, sessionState } from '#src/session/session.ts'

/** The longest wait for the notes, in milliseconds: the login form must not wait for them longer. */
const MAX_WAIT_MS = 1_000

export const Route = createFileRoute('/login')({
  staticData: { title: 'Login' },
  validateSearch: loginSearch,
  search: { middlewares: [stripSearchParams({ from: '/' })] },
  beforeLoad: async ({ search, preload }) => {
    if (preload) return
    if ((await requireUser()) !== null) throw redirect({ href: search.from, replace: true })
    // The note is above the form. It is loaded first, so the form does not move.
    if (sessionState().why !== null) await withTimeout(loadLoginNotes(), MAX_WAIT_MS).catch(() => undefined)
  },
  component: LoginRoute,
})

function LoginRoute() {
  const { from } = Route.useSearch()
  const navigate = Route.useNavigate()
  return <LoginPage onSignedIn={() => navigate({ href: from, replace: true })} />
}
