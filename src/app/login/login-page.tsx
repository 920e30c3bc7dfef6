import { Logo } from '#src/ui/logo.tsx'
import { LoginForm } from './login-form.tsx'
import { PublicFrame } from './public-frame.tsx'

/** The way in. */
export function LoginPage({ onSignedIn }: { readonly onSignedIn: () => Promise<void> }) {
  return (
    <PublicFrame>
      <Logo size={88} />
      <h1>Login</h1>
      <p>Haulyard</p>
      <LoginForm onSignedIn={onSignedIn} />
    </PublicFrame>
  )
}
