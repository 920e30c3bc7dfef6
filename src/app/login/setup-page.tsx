import { Link } from '@tanstack/react-router'
import { Logo } from '#src/ui/page/logo.tsx'
import { PublicFrame } from './public-frame.tsx'
import { SetupForm } from './setup-form.tsx'

/** The page of the one-time link for an empty database: it creates the first administrator. */
export function SetupPage({ token, onDone }: { readonly token: string; readonly onDone: () => Promise<void> }) {
  return (
    <PublicFrame>
      <Logo size={88} />
      <h1>First administrator</h1>
      <p>Haulyard</p>
      {token === '' ? <WithoutToken /> : <SetupForm token={token} onDone={onDone} />}
    </PublicFrame>
  )
}

function WithoutToken() {
  return (
    <>
      <p>Open the whole link that the server printed when it started.</p>
      <p>
        <Link to="/login">To the login</Link>
      </p>
    </>
  )
}
