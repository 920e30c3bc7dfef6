import { Link } from '@tanstack/react-router'
import { PublicFrame } from './public-frame.tsx'

/** How to get a new password, for those who can't sign in. */
export function ResetPasswordPage() {
  return (
    <PublicFrame>
      <h1>Reset password</h1>
      <p>Haulyard</p>
      <p>Ask an administrator of your company for a new password. It works as soon as you have it.</p>
      <p>
        <Link to="/login">Back to the login</Link>
      </p>
    </PublicFrame>
  )
}
