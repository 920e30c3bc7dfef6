import { createFileRoute } from '@tanstack/react-router'
import { ResetPasswordPage } from '#src/app/login/reset-password-page.tsx'

export const Route = createFileRoute('/reset-password')({
  staticData: { title: 'Reset password' },
  component: ResetPasswordRoute,
})

function ResetPasswordRoute() {
  const navigate = Route.useNavigate()
  return <ResetPasswordPage onLogin={() => void navigate({ to: '/login', replace: true })} />
}
