import { createFileRoute, redirect, stripSearchParams } from '@tanstack/react-router'
import { LoginPage } from '#src/app/login/login-page.tsx'
import { loginSearch } from '#src/app/login/login-search.ts'
import { requireUser } from '#src/session/session.ts'

export const Route = createFileRoute('/login')({
  staticData: { title: 'Login' },
  validateSearch: loginSearch,
  search: { middlewares: [stripSearchParams({ from: '/' })] },
  beforeLoad: async ({ search, preload }) => {
    if (!preload && (await requireUser()) !== null) throw redirect({ href: search.from, replace: true })
  },
  component: LoginRoute,
})

function LoginRoute() {
  const { from } = Route.useSearch()
  const navigate = Route.useNavigate()
  return <LoginPage onSignedIn={() => navigate({ href: from, replace: true })} />
}
