import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { Logo } from '#src/ui/page/logo.tsx'
import { GoesOn } from './goes-on.tsx'
import { PublicFrame } from './public-frame.tsx'
import classes from './reset-password-page.module.css'
import { ResetRequestForm } from './reset-request-form.tsx'

/** Requests a new password, for users who can't sign in. */
export function ResetPasswordPage({ onLogin }: { readonly onLogin: () => void }) {
  const [askedFor, setAskedFor] = useState<string | null>(null)
  return (
    <PublicFrame>
      <Logo size={88} />
      <h1>Reset password</h1>
      <p>Haulyard</p>
      {askedFor === null ? (
        <>
          <p className={classes.lead}>
            Enter the email address of your account. A link to set a new password is mailed to it.
          </p>
          <ResetRequestForm onAsked={setAskedFor} />
          <p className={classes.other}>
            <Link to="/login">Back to the login</Link>
          </p>
        </>
      ) : (
        <>
          <GoesOn onGo={onLogin}>
            <p>
              If <strong>{askedFor}</strong> belongs to an account, a link is on its way there. It works once, for 24
              hours.
            </p>
          </GoesOn>
          <p className={classes.other}>
            <Button variant="subtle" onClick={() => setAskedFor(null)}>
              Ask for another address
            </Button>
          </p>
        </>
      )}
    </PublicFrame>
  )
}
