import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { useSession } from '#src/session/session.ts'
import { Notice } from '#src/ui/notice/notice.tsx'
import { Logo } from '#src/ui/page/logo.tsx'
import { GoesOn } from './goes-on.tsx'
import { linkTrouble } from './link-trouble.ts'
import { NewPasswordForm } from './new-password-form.tsx'
import classes from './new-password-page.module.css'
import { PublicFrame } from './public-frame.tsx'
import type { ResetLink } from './reset-link.ts'

interface NewPasswordPageProps {
  /** The mailed link's proof; null when a part of it is missing. */
  readonly link: ResetLink | null
  /** Goes to the login and logs out the user who is signed in here. */
  readonly onLogin: () => void
}

/** The page of the mailed link: it sets a new password or shows why the link is invalid. */
export function NewPasswordPage({ link, onLogin }: NewPasswordPageProps) {
  const [trouble, setTrouble] = useState<string | null>(null)
  const [isDone, setIsDone] = useState(false)
  return (
    <PublicFrame>
      <Logo size={88} />
      <h1>New password</h1>
      <p>Haulyard</p>
      {isDone ? (
        <GoesOn onGo={onLogin}>
          <p>Your new password is set. Wherever you were signed in with the old one, that is over.</p>
          <WhoIsHere />
        </GoesOn>
      ) : link === null ? (
        <WithoutLink>
          Open the whole link from the mail: a part of it is missing here. If the mail is gone, ask for a new one.
        </WithoutLink>
      ) : trouble === null ? (
        <NewPasswordForm
          link={link}
          onDone={() => setIsDone(true)}
          onFailed={(error) => setTrouble(linkTrouble(error))}
        />
      ) : (
        <WithoutLink>
          {trouble} Ask for a new one; or, if you have set a password with it, sign in with that.
        </WithoutLink>
      )}
    </PublicFrame>
  )
}

/** Names the user who is signed in in this browser, who may differ from the link's user. */
function WhoIsHere() {
  const { user } = useSession()
  return user === null ? null : (
    <p>
      {user.first_name} is logged out here then. Changes made on this device that were not sent yet are kept for the
      next sign-in of whoever made them.
    </p>
  )
}

function WithoutLink({ children }: { readonly children: ReactNode }) {
  return (
    <div className={classes.without}>
      <Notice tone="trouble">{children}</Notice>
      <Button component={Link} to="/reset-password" size="md" fullWidth>
        Ask for a new link
      </Button>
      <p className={classes.login}>
        <Link to="/login">Back to the login</Link>
      </p>
    </div>
  )
}
