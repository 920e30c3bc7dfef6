import { createFileRoute, redirect, useLocation } from '@tanstack/react-router'
import { UndoEmailPage } from '#src/app/login/undo-email-page.tsx'
import { undoTokenIn } from '#src/app/login/undo-link.ts'

export const Route = createFileRoute('/undo-email')({
  staticData: { title: 'Restore my email address' },
  beforeLoad: ({ location, preload }) => {
    const undoToken = undoTokenIn(location.hash)
    if (undoToken === null || preload) return
    throw redirect({ to: '/undo-email', hash: '', state: { undoToken }, replace: true })
  },
  component: UndoEmailRoute,
})

function UndoEmailRoute() {
  const navigate = Route.useNavigate()
  const token = useLocation({ select: ({ state }) => state.undoToken ?? null })
  return (
    <UndoEmailPage
      key={token}
      token={token}
      onUndone={(resetLink) => navigate({ to: '/new-password', state: { resetLink }, replace: true })}
    />
  )
}
