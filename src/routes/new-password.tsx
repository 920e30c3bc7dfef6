import { createFileRoute, redirect, stripSearchParams, useLocation } from '@tanstack/react-router'
import { NewPasswordPage } from '#src/app/login/new-password-page.tsx'
import { newPasswordSearch, resetLinkIn } from '#src/app/login/reset-link.ts'
import { sessionState, signOut } from '#src/session/session.ts'
import { toastFailure } from '#src/ui/toast.ts'

export const Route = createFileRoute('/new-password')({
  staticData: { title: 'New password' },
  validateSearch: newPasswordSearch,
  search: { middlewares: [stripSearchParams({ token: '', uid: '' })] },
  beforeLoad: ({ search, preload }) => {
    const resetLink = resetLinkIn(search)
    if (resetLink === null || preload) return
    throw redirect({ to: '/new-password', search: { token: '', uid: '' }, state: { resetLink }, replace: true })
  },
  component: NewPasswordRoute,
})

function NewPasswordRoute() {
  const navigate = Route.useNavigate()
  const link = useLocation({ select: ({ state }) => resetLinkIn(state.resetLink) })
  const leave = async () => {
    if (sessionState().state !== 'signed_out') await signOut()
    await navigate({ to: '/login', replace: true })
  }
  return <NewPasswordPage link={link} onLogin={() => void leave().catch(toastFailure)} />
}
