import { createFileRoute, useLocation } from '@tanstack/react-router'
import { SetupPage } from '#src/app/login/setup-page.tsx'

export const Route = createFileRoute('/setup')({
  staticData: { title: 'First administrator' },
  component: SetupRoute,
})

function SetupRoute() {
  const navigate = Route.useNavigate()
  // The token is after the #, so the browser sends it only with the form's request.
  const token = useLocation({ select: (location) => location.hash })
  return <SetupPage token={token} onDone={() => navigate({ to: '/login', replace: true })} />
}
