import { createFileRoute, redirect, stripSearchParams, useLocation } from '@tanstack/react-router'
import { NewPasswordPage } from '#src/app/login/new-password-page.tsx'
import { linkBehindHash, newPasswordSearch, resetLinkIn } from '#src/app/login/reset-link.ts'
import { sessionState, signOut } from '#src/session/session.ts'
import { toastFailure } from '#src/ui/notice/toast.ts'

export const Route = createFileRoute('/new-password')({
  staticData: { title: 'New password' },
  validateSearch: newPasswordSearch,
  search: { middlewares: [stripSearchParams({ token: '', uid: '' })] },
  beforeLoad: ({ search, location, preload }) => {
    // Query values too, as in the specification: mailboxes may still contain such links.
    const resetLink = linkBehindHash(location.hash) ?? resetLinkIn(search)
    if (resetLink === null || preload) return
    const to = { to: '/new-password', search: { token: '', uid: '' }, hash: '' } as const
    throw redirect({ ...to, state: { resetLink }, replace: true })
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
  // Another link in the same tab only changes the part after the #, so the key creates a new page for it.
  return <NewPasswordPage key={link?.token} link={link} onLogin={() => void leave().catch(toastFailure)} />
}
