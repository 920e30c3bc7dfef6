import { createFileRoute, useLocation } from '@tanstack/react-router'
import { SetupPage } from '#src/app/login/setup-page.tsx'

export const Route = createFileRoute('/setup')({
  staticData: { title: 'First administrator' },
  component: SetupRoute,
})

function SetupRoute() {
  const navigate = Route.useNavigate()
  // Behind the #, so that the browser sends it to nobody but in the form's own call.
  const token = useLocation({ select: (location) => location.hash })
  return <SetupPage token={token} onDone={() => navigate({ to: '/login', replace: true })} />
}
